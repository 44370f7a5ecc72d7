import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{engine,converter,service,cli,client,mcp,examples,tools,web,benchmarks}/**/*.test.ts',
    ],
    // Machines that test are shared, some of them slow: what hangs is ended, what waits for its turn is not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
