/**
 * What the parser of mails needs of a Blob. It makes one of all lines of a part, and Node's takes 12 µs and 2 KB for each
 * of them: 8 s and 1.2 GB for 590,000 empty lines, of which this leaves 0.8 s and 0.3 GB.
 */
class JoinedBlob {
  readonly #parts: readonly (string | ArrayBuffer | Uint8Array)[];

  constructor(parts: readonly (string | ArrayBuffer | Uint8Array)[]) {
    this.#parts = parts;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = this.#parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part) : new Uint8Array(part),
    );
    return new Uint8Array(Buffer.concat(bytes)).buffer;
  }
}

/** In the place of the global one of a thread that does nothing but parse a mail. */
export const joinedBlob = JoinedBlob as unknown as typeof Blob;
