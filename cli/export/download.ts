import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../core/command-error.ts';
import { makeOwnFile } from '../core/own-file.ts';

/** How long a download may take, in milliseconds: at the slowest, the largest file in some minutes. */
const TIMEOUT_MS = 5 * 60_000;
const ATTEMPTS = 4;
const FIRST_DELAY_MS = 500;

/**
 * Writes what is behind a signed link to a file, piece by piece, and returns its SHA-256 in hexadecimal digits; what fails
 * on the way is tried again. Throws a CommandError once that has no use.
 */
export async function download(url: string, file: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { sha256, problem, isFinal } = await tryDownload(url, file);
    if (sha256 !== undefined) return sha256;
    if (isFinal || attempt === ATTEMPTS)
      throw new CommandError(`A file could not be downloaded (${problem}). Run the same command again.`);
    await delay(FIRST_DELAY_MS * 2 ** attempt);
  }
}

interface DownloadOutcome {
  sha256?: string;
  problem?: string | number;
  isFinal?: boolean;
}

async function tryDownload(url: string, file: string): Promise<DownloadOutcome> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status, body } = response;
    if (!ok) return { problem: status, isFinal: status < 500 && status !== 429 };
    const hash = createHash('sha256');
    makeOwnFile(file);
    await pipeline(hashed(body, hash), createWriteStream(file));
    return { sha256: hash.digest('hex') };
  } catch (error) {
    const { name, code, cause, message } = error as NodeJS.ErrnoException & { cause?: { code?: string } };
    return {
      problem: name === 'TimeoutError' ? 'no end within 5 minutes' : (cause?.code ?? code ?? message),
    };
  }
}

/** The bytes of a response, each of which is also added to a hash. */
async function* hashed(body: Response['body'], hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    hash.update(chunk);
    yield chunk;
  }
}
