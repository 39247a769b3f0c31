import { redactEmailAddresses } from './email-addresses.ts';

/** Raise it with whatever changes what redactEmailAddresses takes out: what is kept is of a version. */
const MASKING_VERSION = 1;

type Texts<F extends string> = Record<F, string | null>;

/** How the texts of a resource are kept as the public sees them, beside the texts as they were written. */
export interface PublicTexts<F extends string> {
  /** What to keep: as little as a version where no text holds an e-mail address. */
  write(resource: Texts<F>): string;
  /** The texts without e-mail addresses, from what is kept; of what is not kept, or of another version, anew. */
  read(resource: Texts<F>, kept: unknown): Partial<Texts<F>>;
}

/** E-mail addresses are looked for when texts are written, since one list can show a hundred long ones. */
export function definePublicTexts<F extends string>(fields: readonly F[]): PublicTexts<F> {
  function masked(resource: Texts<F>): Partial<Texts<F>> {
    const texts: Partial<Texts<F>> = {};
    for (const field of fields) {
      const text = resource[field];
      const shown = text === null ? null : redactEmailAddresses(text);
      if (shown !== text) texts[field] = shown;
    }
    return texts;
  }

  return {
    write: (resource) => JSON.stringify({ version: MASKING_VERSION, texts: masked(resource) }),
    read(resource, kept) {
      if (typeof kept !== 'string') return masked(resource);
      const { version, texts } = JSON.parse(kept) as { version: number; texts: Partial<Texts<F>> };
      return version === MASKING_VERSION ? texts : masked(resource);
    },
  };
}
