import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{engine,converter,service,cli,client,mcp,examples,tools,web,benchmarks,training}/**/*.test.ts',
    ],
    // Two test files at a time even on two cores, where the default is one: all tests take 19 minutes there.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Long enough for slow, shared machines: only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
