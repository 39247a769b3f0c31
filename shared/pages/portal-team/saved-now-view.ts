import { html, type Html } from '../../kernel/html/html.ts';

interface Field {
  label: string;
  name: string;
  saved: string | null | undefined;
}

/**
 * The values that someone else has saved since a form was written, next to what the form has; nothing for a form of the
 * current version.
 */
export function savedNow(
  form: Readonly<Record<string, string | undefined>>,
  stored: { updatedAt: string },
  fields: readonly Field[],
): Html | false {
  if (form['version'] === undefined || form['version'] === stored.updatedAt) return false;
  const differ = fields.filter(({ name, saved }) => plain(form[name]) !== plain(saved));
  return (
    differ.length > 0 &&
    html`<section class="card sheet narrow part" aria-labelledby="saved-now">
      <h3 id="saved-now">What is saved now</h3>
      <dl>
        ${differ.map(
          ({ label, saved }) =>
            html`<dt><strong>${label}</strong></dt>
              <dd class="own" dir="auto">${saved || 'Empty'}</dd>`,
        )}
      </dl>
    </section>`
  );
}

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();
