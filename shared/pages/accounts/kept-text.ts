import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { resolveVisitor } from '../session/csrf.ts';
import { draftOf } from '../session/draft.ts';
import { getDraft } from '../session/draft-store.ts';

/** Who is signed in where a page is not shown to them, and what they had typed into it before. */
export interface KeptText {
  email: string;
  /** Undefined if nothing is stored. */
  text: string | undefined;
}

/** The fields of forms in which people write. */
const WRITTEN = ['title', 'summary', 'content', 'description', 'body', 'note', 'roadmapSummary'];

/**
 * What a person wrote into a page, or has just sent to it, that is not shown to whom they have signed in as; undefined for strangers, and where it
 * cannot be read: the page of an error is shown without it.
 */
export const findKeptText = (call: WebCall, sent?: Form): Promise<KeptText | undefined> =>
  readKeptText(call, sent).catch(() => undefined);

async function readKeptText(call: WebCall, sent: Form | undefined): Promise<KeptText | undefined> {
  const { session } = await resolveVisitor(call);
  if (!session) return undefined;
  const draft = sent
    ? draftOf(sent)
    : await getDraft(call.read, session.user.id, call.request.path, call.now);
  const written = WRITTEN.flatMap((name) => draft?.[name] ?? []);
  return { email: session.user.email, text: written.length > 0 ? written.join('\n\n') : undefined };
}
