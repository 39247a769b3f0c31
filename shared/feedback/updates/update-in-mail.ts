import type { Database } from '../../kernel/core/database.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { Html } from '../../kernel/html/html.ts';
import { renderMarkdown } from '../markdown/markdown.ts';
import { plainTextOf } from '../markdown/plain-text.ts';
import { getUpdate, toUpdate } from './update-store.ts';

/** The body of an update as mail shows it, as text and as markup; undefined if it is not published any more. */
export async function updateInMail(
  database: Database,
  id: string,
): Promise<{ text: string; markup: Html } | undefined> {
  const stored = await getUpdate(createReader(database), id);
  const update = stored && toUpdate(stored);
  if (!update?.publishedAt || !update.body) return undefined;
  return { text: plainTextOf(redactEmailAddresses(update.body)), markup: renderMarkdown(update.body) };
}
