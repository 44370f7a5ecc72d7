import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{engine,converter,service,cli,client,mcp,examples,tools,web,benchmarks,training}/**/*.test.ts',
    ],
    // Long enough for slow, shared machines: only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
