import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Visitor } from '../session/csrf.ts';
import type { Session } from '../session/session.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { Problem } from './form-view.ts';

/** Which page is asked for or, for a form, which one it is on. */
export interface PagePlace {
  /** Its path, under which drafts are kept. */
  page: string;
  /** The parameters of that path. */
  path: Readonly<Record<string, string>>;
}

/** Anyone who asks for a page, or sends a form of it. */
export interface Asker extends PagePlace {
  call: WebCall;
  /** Undefined where the page has nothing of theirs, such as one of a link that someone else holds. */
  visitor: Visitor | undefined;
  t: PageTexts;
}

/** One who has signed in. */
export interface Person extends Asker {
  visitor: Visitor & { session: Session };
}

/** One of the things that the words of a form can mean. */
export interface StoryChoice {
  id: string;
  reference: string;
  title: string;
}

/** A form that was not carried out, to be shown again as it was sent, with the reason. */
export interface RefusedForm {
  form: Form;
  status: number;
  problem: Problem | undefined;
  /** What its words can mean, to choose one. */
  matches?: readonly StoryChoice[];
}

/** What answers requests for a page: also with a form of it that was not carried out. */
export interface PageCode<P extends Asker> {
  show: (person: P, rejected?: RefusedForm) => Promise<WebResponse>;
  /** Whether its forms answer themselves what was refused: another refusal is a page of the audience. */
  formsAnswer?: boolean;
}

/** What carries out a form of a page. */
export interface FormCode<P extends Asker> {
  /**
   * Whether it is carried out without the token of a page that was sent to this browser: it changes nothing, or something
   * else authorizes it. None is unless said.
   */
  needsNoToken?: (person: P, form: Form) => boolean;
  /** Returns where to go on, or the form to show again. What it throws is shown on the page, with what was typed. */
  handle: (person: P, form: Form) => Promise<WebResponse | RefusedForm>;
  /** What is typed again where the form was refused; all of it unless said. */
  kept?: (form: Form) => Form;
  /** Its fields by those of the operation, where they have other names. */
  names?: Readonly<Record<string, string>>;
}

/** The path of a form, or that with the most bytes that it takes. */
type FormAddress = string | { path: string; bodyMaxBytes: number };

/** A page as it is declared: its address, what it costs, its forms, and the code that is loaded with the first request. */
export interface Page<P extends Asker> {
  /** Unique among all routes; the line of a request in the log has it. */
  id: string;
  path: string;
  /** What it counts as in the rate limits, by what it reads; one request unless said. */
  requests?: number;
  /** By their ids. */
  forms?: Readonly<Record<string, FormAddress>>;
  /** Whether it shows what was typed into its forms when the session had ended. */
  keepsDrafts?: boolean;
  code: () => Promise<{ page: PageCode<P>; forms?: Readonly<Record<string, FormCode<P>>> }>;
}

/** Declares a page whose code has each of its forms. */
export const page = <P extends Asker, F extends string = never>(
  declared: Omit<Page<P>, 'forms' | 'code'> & {
    forms?: Readonly<Record<F, FormAddress>>;
    code: () => Promise<
      { page: PageCode<P> } & ([F] extends [never]
        ? unknown
        : { forms: Readonly<Record<NoInfer<F>, FormCode<P>>> })
    >;
  },
): Page<P> => declared;
