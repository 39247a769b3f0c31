import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Visitor } from '../accounts/csrf.ts';
import type { Session } from '../accounts/session.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { Problem } from './form-view.ts';

/** Which page is asked for or, for a form, which one it is on. */
export interface PagePlace {
  /** Its path, under which drafts are kept. */
  page: string;
  /** The parameters of that path. */
  path: Readonly<Record<string, string>>;
}

/** A signed-in person who asks for a page, or sends a form of it. */
export interface Person extends PagePlace {
  call: WebCall;
  visitor: Visitor & { session: Session };
  t: PageTexts;
}

/** One of the things that the words of a form can mean. */
export interface Meant {
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
  meant?: readonly Meant[];
}

/** What answers requests for a page: also with a form of it that was not carried out. */
export interface PageCode<P extends Person> {
  show: (person: P, again?: RefusedForm) => Promise<WebResponse>;
  /** Whether its forms answer themselves what was refused: another refusal is a page of the audience. */
  formsAnswer?: boolean;
}

/** What carries out a form of a page. */
export interface FormCode<P extends Person> {
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
export interface Page<P extends Person> {
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
export const page = <P extends Person, F extends string = never>(
  declared: Omit<Page<P>, 'forms' | 'code'> & {
    forms?: Readonly<Record<F, FormAddress>>;
    code: () => Promise<
      { page: PageCode<P> } & ([F] extends [never]
        ? unknown
        : { forms: Readonly<Record<NoInfer<F>, FormCode<P>>> })
    >;
  },
): Page<P> => declared;
