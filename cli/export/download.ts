import { CommandError } from '../core/command-error.ts';

/** The bytes behind a signed link. */
export async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok)
    throw new CommandError(
      `A file could not be downloaded (${response.status}). Run the same command again.`,
    );
  return new Uint8Array(await response.arrayBuffer());
}
