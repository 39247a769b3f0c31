import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { plain } from './shown-values.ts';

interface Field {
  label: PlainText;
  name: string;
  saved: string | null | undefined;
}

/**
 * The values that someone else has saved since a form was written, next to what the form has; nothing for a form of the
 * current version.
 */
export function savedNow(
  t: PageTexts,
  form: Readonly<Record<string, string | undefined>>,
  stored: { updatedAt: string },
  fields: readonly Field[],
): Html | false {
  if (form['version'] === undefined || form['version'] === stored.updatedAt) return false;
  const differ = fields.filter(({ name, saved }) => plain(form[name]) !== plain(saved));
  return (
    differ.length > 0 &&
    html`<section class="card sheet narrow part" aria-labelledby="saved-now">
      <h3 id="saved-now">${t.text('manage.savedNow')}</h3>
      <dl>
        ${differ.map(
          ({ label, saved }) =>
            html`<dt><strong>${t.text(label)}</strong></dt>
              <dd class="own" dir="auto">${saved || t.text('manage.empty')}</dd>`,
        )}
      </dl>
    </section>`
  );
}
