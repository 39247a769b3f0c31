import { isMultipart, parseAnyForm } from '../../kernel/api/http/any-form.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { Charge, WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { assertCsrf, hasCsrfToken, resolveVisitor, type Visitor } from '../accounts/csrf.ts';
import { draftOf } from '../accounts/draft.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { signInPath } from '../accounts/next-path.ts';
import { PageError } from '../accounts/page-error.ts';
import type { Audience } from './audience.ts';
import { DISCARD } from './form-view.ts';
import type { FormCode, Page, PageCode, PagePlace, Person } from './page.ts';
import { placeOf } from './path-of.ts';
import { problemOf } from './problem-of.ts';

/** What answers requests for the pages of an audience, and for their forms. */
export interface Answers<P extends Person> extends Pick<Audience<P>, 'pageOfError'> {
  showPage: (page: Page<P>, call: WebCall) => Promise<WebResponse>;
  acceptForm: (page: Page<P>, id: string, call: WebCall) => Promise<WebResponse>;
}

export const answersOf = <P extends Person>(audience: Audience<P>): Answers<P> => ({
  pageOfError: audience.pageOfError,
  showPage: (page, call) => showPage(audience, page, call),
  acceptForm: (page, id, call) => acceptForm(audience, page, id, call),
});

/** A page for an audience; asks others to sign in. */
async function showPage<P extends Person>(
  audience: Audience<P>,
  page: Page<P>,
  call: WebCall,
): Promise<WebResponse> {
  const visitor = await visitorFor(audience, call);
  if (!visitor?.session) {
    const next = audience.addressOf(call);
    return (await audience.signIn?.(call, next)) ?? redirectResponse(signInPath(next));
  }
  const signedIn = { ...visitor, session: visitor.session };
  const charge: Charge = { requests: page.requests ?? 1, writes: 0 };
  const person = await audience.admit(call, signedIn, { place: placeOfPage(page, call), charge });
  if ('status' in person) return person;
  return await orRefused(audience, person, async () => (await page.code()).page.show(person));
}

/** The person who asks, if they have signed in, as the audience knows them. */
const visitorFor = async <P extends Person>(
  { visitorOf = resolveVisitor }: Audience<P>,
  call: WebCall,
): Promise<Visitor | undefined> => await visitorOf(call);

async function orRefused<P extends Person>(
  { refuse }: Audience<P>,
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

const placeOfPage = ({ path }: { path: string }, { request }: WebCall): PagePlace =>
  placeOf(path, request.parameters);

/**
 * A form of a page, which only a page sent to this browser can submit. One that is refused is shown again on its page, with
 * what was typed.
 */
async function acceptForm<P extends Person>(
  audience: Audience<P>,
  page: Page<P>,
  id: string,
  call: WebCall,
): Promise<WebResponse> {
  const sent = await parseAnyForm(call.request);
  const visitor = await visitorFor(audience, call);
  const place = placeOfPage(page, call);
  if (!visitor?.session) {
    const next = audience.nextOf(sent, call, place.page);
    const answer = await audience.signIn?.(call, next, sent);
    if (answer) return answer;
    // Files would not come along.
    const isKept = page.keepsDrafts === true && !isMultipart(call.request);
    return isKept ? signInToContinue(sent, next) : redirectResponse(signInPath(next));
  }
  const signedIn = { ...visitor, session: visitor.session };
  const person = await audience.admit(call, signedIn, {
    place,
    charge: { requests: 1, writes: 1 },
  });
  if ('status' in person) return person;
  const code = await page.code();
  const answer = () => answerForm(person, sent, { page: code.page, form: code.forms![id]! });
  return await orRefused(audience, person, answer);
}

async function answerForm<P extends Person>(
  person: P,
  sent: Form,
  { page, form }: { page: PageCode<P>; form: FormCode<P> },
): Promise<WebResponse> {
  const { t, visitor } = person;
  const kept = form.kept?.(sent) ?? sent;
  if (page.formsAnswer === true) assertCsrf(sent, visitor);
  // They have signed in again in another tab, or another site has sent the form, which then does nothing.
  if (!hasCsrfToken(sent, visitor)) {
    return await page.show(person, { form: kept, status: 403, problem: { text: t.text('story.renewed') } });
  }
  if (sent[DISCARD] !== undefined) {
    await dropDraft(person);
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
