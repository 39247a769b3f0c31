import { findOne, newElement } from '../../kernel/html/scripts/dom.ts';

// Shows in the form of an operation what became of its request.
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Says something in the place of the answer. */
export function sayAnswer(form: HTMLFormElement, sentence: string): void {
  const status = findOne('.outcome', form);
  status.className = 'outcome';
  status.textContent = sentence;
  findOne('.took', form).textContent = '';
  findOne('figure', form).setAttribute('hidden', '');
  form.parentElement?.classList.remove('answered');
}

/** Shows a response in the place of the example of one. */
export function showAnswer(
  form: HTMLFormElement,
  { status, text, tookMs }: { status: number; text: string; tookMs: number },
): void {
  sayAnswer(form, `${status} ${REASONS[status] ?? ''}`.trim());
  const kind = status < 300 ? 'good' : status < 500 ? 'bad' : 'failed';
  findOne('.outcome', form).className = `outcome badge ${kind}`;
  findOne('.took', form).textContent = `${Math.round(tookMs)} ms`;
  form.parentElement?.classList.add('answered');
  if (text) {
    const figure = findOne('figure', form);
    figure.removeAttribute('hidden');
    highlight(findOne('code', figure), indented(text));
  }
  findOne('.result', form).scrollIntoView({ block: 'nearest' });
}

/** Marks names, texts and other values as in the examples. */
function highlight(code: HTMLElement, text: string): void {
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.e+-]*)/i);
  code.replaceChildren(
    ...parts.map((part, at) =>
      at % 2 === 0 ? part : newElement('span', { className: classOf(part), textContent: part }),
    ),
  );
}

const classOf = (part: string): string =>
  !part.startsWith('"') ? 'h-literal' : part.endsWith(':') ? 'h-attr' : 'h-string';

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
