import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{engine,service,cli,client,tools}/**/*.test.ts'],
    testTimeout: 20_000,
    reporters: ['default'],
  },
})
