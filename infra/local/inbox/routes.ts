import { textFile } from '../../../shared/kernel/html/text-file.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { answerOfForm, inboxAnswer } from './answer.ts';
import type { InboxRequest, Inbox } from './inbox.ts';
import { localInboxView, versionTag } from './inbox-view.ts';
import { inboxStyle } from './style.ts';
import type { LocalRequest } from '../http/local-request.ts';

const script = textFile('./inbox.browser.js', import.meta.url);
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** Form errors, by their name in the page's URL. */
const PROBLEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    secret: 'This is not a signing secret; paste it completely, starting with whsec_.',
    answer: 'This is not a valid response: Retry-After must be from 0 to 86400 seconds.',
  }),
);

/** Serves the inbox: the page, its JSON form for programs, and its forms. */
export function handleInboxRequest(inbox: Inbox, request: LocalRequest): HttpResponse {
  const { method = 'GET' } = request.message;
  if (method === 'GET') return show(inbox, request);
  if (method !== 'POST') return text(405, 'Only GET and POST are supported here.');
  const form = new URLSearchParams(request.body?.toString());
  switch (request.path) {
    case '/_local/inbox/answer':
      return setAnswer(inbox, request, form);
    case '/_local/inbox/secret':
      return backToPage(inbox.addSecret((form.get('secret') ?? '').trim()) ? undefined : 'secret');
    case '/_local/inbox/clear':
      inbox.clear();
      return backToPage();
    default:
      return text(404, 'Page not found.');
  }
}

function show(inbox: Inbox, { message, path, query }: LocalRequest): HttpResponse {
  switch (path) {
    case '/_local/inbox': {
      const headers = { etag: versionTag(inbox), 'content-security-policy': POLICY };
      if (message.headers['if-none-match'] === headers.etag) return { status: 304, headers, body: '' };
      const problem = PROBLEMS.get(new URLSearchParams(query).get('problem') ?? '');
      return page('text/html; charset=utf-8', localInboxView(inbox, problem), headers);
    }
    case '/_local/inbox.json':
      return json(200, {
        url: inbox.url,
        answer: inbox.answer,
        count: inbox.count,
        deliveries: inbox.deliveries.map(toJson),
      });
    case '/_local/inbox.css':
      return page('text/css; charset=utf-8', inboxStyle);
    case '/_local/inbox.js':
      return page('text/javascript; charset=utf-8', script);
    default:
      return text(404, 'Page not found.');
  }
}

function setAnswer(inbox: Inbox, { message, body }: LocalRequest, form: URLSearchParams): HttpResponse {
  const isForm = message.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const answer = inboxAnswer.safeParse(isForm ? answerOfForm(form) : parseJson(body));
  if (answer.success) inbox.answerWith(answer.data);
  if (isForm) return backToPage(answer.success ? undefined : 'answer');
  if (answer.success) return json(200, inbox.answer);
  const message400 =
    'Send {"status": 200, 204, 301, 410, 429 or 500, "retryAfter": seconds, "delay": seconds}.';
  return json(400, { message: message400 });
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString() ?? '');
  } catch {
    return undefined;
  }
}

function toJson({ body, ...delivery }: InboxRequest): object {
  return { ...delivery, body: body.toString() };
}

function backToPage(problem?: string): HttpResponse {
  const location = problem === undefined ? '/_local/inbox' : `/_local/inbox?problem=${problem}`;
  return { status: 303, headers: { location }, body: '' };
}

function page(type: string, body: string, headers: Record<string, string> = {}): HttpResponse {
  const common = { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  return { status: 200, headers: { ...common, ...headers }, body };
}

function json(status: number, value: object): HttpResponse {
  return { ...page('application/json', JSON.stringify(value, null, 2)), status };
}

function text(status: number, sentence: string): HttpResponse {
  return { ...page('text/plain; charset=utf-8', sentence), status };
}
