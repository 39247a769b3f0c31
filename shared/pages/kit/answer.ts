import { isMultipart, parseAnyForm } from '../../kernel/api/http/any-form.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { Charge, WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { assertCsrf, hasCsrfToken, resolveVisitor } from '../session/csrf.ts';
import { draftOf } from '../session/draft.ts';
import { deleteDraft } from '../session/draft-store.ts';
import { signInPath } from '../session/next-path.ts';
import { PageError } from '../session/page-error.ts';
import type { RequestedPage, Audience, OpenAudience } from './audience.ts';
import { DISCARD } from './form-view.ts';
import type { Asker, FormCode, Page, PageCode, Person } from './page.ts';
import { placeOf } from './path-of.ts';
import { problemOf } from './problem-of.ts';

/** What answers requests for the pages of an audience, and for their forms. */
export interface Answers<P extends Asker> extends Pick<OpenAudience<P>, 'pageOfError'> {
  showPage: (page: Page<P>, call: WebCall) => Promise<WebResponse>;
  acceptForm: (page: Page<P>, id: string, call: WebCall) => Promise<WebResponse>;
}

/** The answers for people who have signed in; others are asked to. */
export const answersOf = <P extends Person>(audience: Audience<P>): Answers<P> =>
  openAnswersOf<P>({ ...audience, admit: (call, asked) => admitSignedIn(audience, call, asked) });

/** The answers for an audience in which no one has to sign in. */
export const openAnswersOf = <P extends Asker>(audience: OpenAudience<P>): Answers<P> => ({
  pageOfError: audience.pageOfError,
  showPage: (page, call) => showPage(audience, page, call),
  acceptForm: (page, id, call) => acceptForm(audience, page, id, call),
});

/** The person who asks, if they have signed in, as the audience knows them; else what asks them to, and goes on then. */
async function admitSignedIn<P extends Person>(
  { visitorOf = resolveVisitor, admit, signIn, addressOf, nextOf }: Audience<P>,
  call: WebCall,
  { place, charge, sent, keepsDrafts }: RequestedPage,
): Promise<P | WebResponse> {
  const visitor = await visitorOf(call);
  if (visitor?.session) return await admit(call, { ...visitor, session: visitor.session }, { place, charge });
  const next = sent ? nextOf(sent, call, place.page) : addressOf(call);
  const answer = await signIn?.(call, next, sent);
  if (answer) return answer;
  // Files would not come along.
  const isKept = sent !== undefined && keepsDrafts && !isMultipart(call.request);
  return isKept ? signInToContinue(sent, next) : redirectResponse(signInPath(next));
}

/** A page for an audience. */
async function showPage<P extends Asker>(
  audience: OpenAudience<P>,
  page: Page<P>,
  call: WebCall,
): Promise<WebResponse> {
  const charge: Charge = { requests: page.requests ?? 1, writes: 0 };
  const person = await audience.admit(call, askedFor(page, call, { charge, sent: undefined }));
  if ('status' in person) return person;
  return await orRefused(audience, person, async () => (await page.code()).page.show(person));
}

async function orRefused<P extends Asker>(
  { refuse }: OpenAudience<P>,
  person: P,
  answer: () => Promise<WebResponse>,
): Promise<WebResponse> {
  try {
    return await answer();
  } catch (error) {
    if (refuse === undefined) throw error;
    return await refuse(person, error);
  }
}

const askedFor = (
  { path, keepsDrafts = false }: Pick<Page<never>, 'path' | 'keepsDrafts'>,
  { request }: WebCall,
  asked: Pick<RequestedPage, 'charge' | 'sent'>,
): RequestedPage => ({ place: placeOf(path, request.parameters), keepsDrafts, ...asked });

/**
 * A form of a page, which only a page sent to this browser can submit. One that is refused is shown again on its page, with
 * what was typed.
 */
async function acceptForm<P extends Asker>(
  audience: OpenAudience<P>,
  page: Page<P>,
  id: string,
  call: WebCall,
): Promise<WebResponse> {
  const sent = await (audience.parse ?? parseAnyForm)(call.request);
  const charge: Charge = { requests: 1, writes: 1 };
  const person = await audience.admit(call, askedFor(page, call, { charge, sent }));
  if ('status' in person) return person;
  const code = await page.code();
  const answer = () => answerForm(person, sent, { page: code.page, form: code.forms![id]! });
  return await orRefused(audience, person, answer);
}

async function answerForm<P extends Asker>(
  person: P,
  sent: Form,
  { page, form }: { page: PageCode<P>; form: FormCode<P> },
): Promise<WebResponse> {
  const { t, visitor } = person;
  const kept = form.kept?.(sent) ?? sent;
  if (form.needsNoToken?.(person, sent) !== true) {
    if (page.formsAnswer === true) assertCsrf(sent, visitor);
    // They have signed in again in another tab, or another site has sent the form, which then does nothing.
    if (!hasCsrfToken(sent, visitor)) {
      return await page.show(person, {
        form: kept,
        status: 403,
        problem: { text: t.text('story.renewed') },
      });
    }
  }
  if (sent[DISCARD] !== undefined && visitor?.session) {
    await dropDraft({ ...person, visitor: { ...visitor, session: visitor.session } });
    return redirectResponse(person.page);
  }
  try {
    const answer = await form.handle(person, sent);
    return 'form' in answer ? await page.show(person, answer) : answer;
  } catch (error) {
    if (page.formsAnswer === true) throw error;
    const shown = await page.show(person, { form: kept, ...problemOf(error, t, form.names) });
    return { ...shown, headers: { ...shown.headers, ...retryHeaders(error) } };
  }
}

/** When a form that met a limit can be sent again. */
const retryHeaders = (error: unknown): Record<string, string> =>
  error instanceof PageError && error.retryAfter !== undefined
    ? { 'retry-after': String(error.retryAfter) }
    : {};

/** Drops what was kept through a sign-in of the forms of a page. */
export async function dropDraft({ call, visitor, page }: Person): Promise<void> {
  await commit(call.services.database, [deleteDraft(visitor.session.user.id, page)]);
}

/** Keeps what was typed and chosen when a session ended, through the sign-in, for the page that it was sent from. */
function signInToContinue(sent: Form, next: string): WebResponse {
  const { version: _, ...written } = draftOf(sent);
  if (Object.keys(written).length === 0) return redirectResponse(signInPath(next));
  const query = new URLSearchParams({ next });
  return { ...redirectResponse(`/sign-in/draft?${query.toString()}`), status: 307 };
}
