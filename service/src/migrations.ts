/** All tables of the service, in the order in which they came. */
import { accountTables, keyFeatureTables } from './accounts/index.ts'
import { creditTables } from './credits/index.ts'
import type { Migration } from './database/index.ts'
import { jobTables } from './jobs/index.ts'
import { rateTables } from './limits/index.ts'

export const migrations: readonly Migration[] = [
  { name: '0001_accounts', statements: accountTables },
  { name: '0002_credits', statements: creditTables },
  { name: '0003_jobs', statements: jobTables },
  { name: '0004_rate_limits', statements: rateTables },
  { name: '0005_key_features', statements: keyFeatureTables },
]
