import { redactEmailAddresses } from './email-addresses.ts';

/**
 * The version of the masking rules, stored with texts. Increase it whenever the output of redactEmailAddresses changes.
 */
const MASKING_VERSION = 1;

type Texts<F extends string> = Record<F, string | null>;

/** How the public versions of a resource's texts are stored next to the originals. */
interface PublicTexts<F extends string> {
  /** Returns the attributes to store: only a version if no text contains an email address. */
  write(resource: Texts<F>): string;
  /** The texts without email addresses: from storage, or recomputed if missing or outdated. */
  read(resource: Texts<F>, kept: unknown): Partial<Texts<F>>;
}

/** E-mail addresses are masked on write, because one list can contain a hundred long texts. */
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
