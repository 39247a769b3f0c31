#!/usr/bin/env node
/** The command `plotline` of the package: main.ts, compiled once and not on each start where Node.js can keep that. */
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const { XDG_CACHE_HOME: caches = '' } = process.env;
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => void };
// Not in the system's temporary folder, where others could write.
enableCompileCache?.(join(isAbsolute(caches) ? caches : join(homedir(), '.cache'), 'plotline'));
await import('./main.ts');
