import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../core/command-error.ts';

/** How long a download may take, in milliseconds: at the slowest, the largest file in some minutes. */
const TIMEOUT_MS = 5 * 60_000;
const ATTEMPTS = 4;
const FIRST_DELAY_MS = 500;

/** The bytes behind a signed link; what fails on the way is tried again. Throws a CommandError once that has no use. */
export async function download(url: string): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const { bytes, problem, isFinal } = await tryDownload(url);
    if (bytes) return bytes;
    if (isFinal || attempt === ATTEMPTS)
      throw new CommandError(`A file could not be downloaded (${problem}). Run the same command again.`);
    await delay(FIRST_DELAY_MS * 2 ** attempt);
  }
}

interface Outcome {
  bytes?: Uint8Array;
  problem?: string | number;
  isFinal?: boolean;
}

async function tryDownload(url: string): Promise<Outcome> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status } = response;
    if (!ok) return { problem: status, isFinal: status < 500 && status !== 429 };
    return { bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    const { name, cause, message } = error as Error & { cause?: { code?: string } };
    return { problem: name === 'TimeoutError' ? 'no end within 5 minutes' : (cause?.code ?? message) };
  }
}
