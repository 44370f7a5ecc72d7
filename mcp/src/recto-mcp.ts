#!/usr/bin/env node
/** The command `recto-mcp`: the same as `recto mcp`. */
import { runMcp } from './index.ts'

process.exitCode = await runMcp(process.argv.slice(2))
