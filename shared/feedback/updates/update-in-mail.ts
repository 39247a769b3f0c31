import type { Database } from '../../kernel/core/database.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { renderMarkdown } from '../markdown/markdown.ts';
import { plainTextOf } from '../markdown/plain-text.ts';
import { imagePath } from '../portal/image.ts';
import { getUpdate, toUpdate } from './update-store.ts';

/** The widest that mails are. */
const COVER_WIDTH = 960;

/** The cover and body of an update as mail shows it, as text and as markup; undefined if it is not published any more. */
export async function updateInMail(
  database: Database,
  id: string,
): Promise<{ text: string; markup: Html } | undefined> {
  const stored = await getUpdate(createReader(database), id);
  const update = stored && toUpdate(stored);
  if (!update?.publishedAt) return undefined;
  const { body, coverImageId } = update;
  if (!body && coverImageId === null) return undefined;
  const cover =
    coverImageId !== null &&
    html`<p><img src="${imagePath(`${coverImageId}-${COVER_WIDTH}w`)}" alt="" width="${COVER_WIDTH}" /></p>`;
  return {
    text: plainTextOf(redactEmailAddresses(body ?? '')),
    markup: html`${cover}${body && renderMarkdown(body)}`,
  };
}
