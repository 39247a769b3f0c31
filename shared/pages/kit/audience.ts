import type { Form } from '../../kernel/api/http/form.ts';
import type { Charge, WebCall, WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Visitor } from '../session/csrf.ts';
import type { Asker, PagePlace, Person } from './page.ts';

/** What is asked for: a page or, with what was sent, a form of it. */
export interface RequestedPage {
  place: PagePlace;
  charge: Charge;
  sent: Form | undefined;
  /** Whether the page shows what was typed into its forms when the session had ended. */
  keepsDrafts: boolean;
}

/** The audience of pages without a sign-in. */
export interface OpenAudience<P extends Asker> {
  /**
   * Who asks, with what the path names; an answer instead of the page, such as its usual address. Throws what the page of
   * an error says, before the token of a form counts.
   */
  admit: (call: WebCall, asked: RequestedPage) => Promise<P | WebResponse>;
  /** Reads a form; in either encoding and without links that were handed to one person, unless said. */
  parse?: (request: WebRequest) => Form | Promise<Form>;
  /** What answers an error of a page, or of a form that it does not show again; thrown on if left out. */
  refuse?: (person: P, error: unknown) => Promise<WebResponse>;
  /** The page of an error, also of one that met a form of a page. */
  pageOfError: (error: unknown, call: WebCall, page?: string) => Promise<WebResponse>;
}

/** The audience of a page: people who have signed in and may see what the path names. */
export interface Audience<P extends Person> extends Omit<OpenAudience<P>, 'admit'> {
  /**
   * The person with what the path names; an answer instead of the page, such as its usual address. Throws a 404 for people
   * who may not see it.
   */
  admit: (
    call: WebCall,
    visitor: Person['visitor'],
    asked: Pick<RequestedPage, 'place' | 'charge'>,
  ) => Promise<P | WebResponse>;
  /** The person who asks, also one who has signed in otherwise than with an account. */
  visitorOf?: (call: WebCall) => Promise<Visitor | undefined>;
  /** The address to come back to after signing in. */
  addressOf: (call: WebCall) => string;
  /** Where to go on after signing in with a form that was sent without a session. */
  nextOf: (form: Form, call: WebCall, page: string) => string;
  /** What answers a page or form without a session, where that is not the sign-in page, with the form's draft. */
  signIn?: (call: WebCall, next: string, form?: Form) => Promise<WebResponse | undefined>;
}
