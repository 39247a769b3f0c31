import { parseForm } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { openAnswersOf, type Answers } from '../kit/answer.ts';
import type { RequestedPage, OpenAudience } from '../kit/audience.ts';
import type { Asker, FormCode, PageCode } from '../kit/page.ts';
import { textsFor } from '../session/texts-for.ts';
import { resolveVisitor, type Visitor } from '../session/csrf.ts';
import { errorPage } from './error-page.ts';

/** What is known of the person who asks, signed in or not. */
interface KnownVisitor {
  visitor: Visitor | undefined;
}

/** Anyone who asks, with what is found for them first. Forms are read as they were sent: sign-in goes on to personal links. */
export const anyone = <K extends KnownVisitor>(
  find: (call: WebCall, asked: RequestedPage) => Promise<K>,
  parse: OpenAudience<Asker>['parse'] = parseForm,
): Answers<Asker & K> =>
  openAnswersOf<Asker & K>({
    parse,
    async admit(call, asked) {
      const found = await find(call, asked);
      return { call, ...asked.place, t: await textsFor(call.request), ...found };
    },
    pageOfError: (error, call) => errorPage(error, call),
  });

/** Anyone who is on the way to a session, or ends theirs. */
export type Stranger = Asker & { visitor: Visitor };
export type StrangerPage = PageCode<Stranger>;
export type StrangerForm = FormCode<Stranger>;

export const strangers = anyone(async (call) => ({ visitor: await resolveVisitor(call) }));

/** Anyone who has a link that was sent to one person, with what it leads to. */
export type LinkHolder<L> = Asker & { link: L };

/** Those who have a link: one that leads to nothing is said before anything of a form counts. */
export const linkHolders = <L, V extends Visitor | undefined>(
  follow: (call: WebCall) => Promise<L>,
  /** Whose forms the page has; no one's where the link alone authorizes them. */
  visitorOf: (call: WebCall, link: L) => Promise<V>,
  parse?: OpenAudience<Asker>['parse'],
) =>
  anyone(async (call) => {
    const link = await follow(call);
    return { link, visitor: await visitorOf(call, link) };
  }, parse);
