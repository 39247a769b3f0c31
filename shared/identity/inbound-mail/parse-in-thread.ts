import { extname } from 'node:path';
import { runInThread } from '../../kernel/core/run-in-thread.ts';
import type { ParsedMail } from './parsed-mail.ts';

/**
 * How long the whole parse of a mail may take, in milliseconds, from the start of its thread. One of 36 MB takes two
 * seconds of a processor.
 */
export const PARSE_MAX_MS = 10_000;

/** The memory of a thread besides the bytes of the mail and of its files, in MB: what its texts take. */
const HEAP_MAX_MB = 768;

/** Next to this file, also in a bundle (infra/constructs/bundle.ts). */
const thread = new URL(`parse-thread${extname(import.meta.url)}`, import.meta.url);

/** Parses a mail in a thread of its own, whatever the mail is like. Returns why if there is no result. */
export const parseInThread = (
  raw: Uint8Array,
  limitMs: number,
): Promise<ParsedMail | 'unreadable' | 'took too long'> =>
  runInThread<ParsedMail>(thread, raw, { limitMs, heapMaxMb: HEAP_MAX_MB });
