import { Agent, request as httpRequest } from 'node:http';
import { createValidator } from './openapi-validator.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body; its shape is for the test to assert. */
  // The type of a foreign JSON document: tests read it as any client would.
  json: any;
  text: string;
}

export interface RequestOptions {
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in the place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export type Client = ReturnType<typeof createClient>;

type Validator = ReturnType<typeof createValidator>;

const validators = new Map<string, Promise<Validator>>();
/** By the text of the document: services of one assembly differ in their addresses only. */
const validatorsOfText = new Map<string, Validator>();

/** Validates answers of a service against its own OpenAPI document, which is fetched once. */
export function validatorOf(baseUrl: string): Promise<Validator> {
  const known = validators.get(baseUrl);
  if (known) return known;
  const loading = loadValidator(baseUrl);
  validators.set(baseUrl, loading);
  return loading;
}

async function loadValidator(baseUrl: string): Promise<Validator> {
  const answer = await fetch(`${baseUrl}/openapi.json`);
  const text = (await answer.text()).replaceAll(baseUrl, '');
  const validator = validatorsOfText.get(text) ?? createValidator(JSON.parse(text));
  validatorsOfText.set(text, validator);
  return validator;
}

const agent = new Agent({ keepAlive: true });

/** Sends one request. `fetch` computes three times as long for it, which the tests do tens of thousands of times. */
function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: string | Uint8Array | null,
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    // As `fetch` sends them.
    const usual = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node' };
    const options = { method, agent, headers: { ...usual, ...length, ...headers } };
    const outgoing = httpRequest(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const headers = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct)) {
          for (const value of values ?? []) headers.append(name, value);
        }
        resolve({ status: answer.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The service has closed a connection that was idle for a minute, which a busy worker notices too late.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, method, headers, body));
      else reject(error);
    });
    outgoing.end(body ?? undefined);
  });
}

/** A plain HTTP client of the API that holds every answer it gets against the service's own OpenAPI document. */
export function createClient(baseUrl: string, token?: string) {
  async function request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const query = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined);
    const search = query.length
      ? `?${new URLSearchParams(query.map(([key, value]): [string, string] => [key, String(value)])).toString()}`
      : '';
    const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const answer = await send(new URL(`${baseUrl}${path}${search}`), method, headers, body);
    const { text } = answer;
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    // A test may write a query into the path as it is to be sent.
    const [route] = path.split('?') as [string];
    const problems = (await validatorOf(baseUrl))(method, route, answer.status, json);
    if (problems.length > 0) {
      throw new Error(
        `An answer is not as /openapi.json says:\n${problems.join('\n')}\n${text.slice(0, 500)}`,
      );
    }
    return { status: answer.status, headers: answer.headers, json, text };
  }

  return {
    request,
    get: (path: string, query: RequestOptions['query'] = {}) => request('GET', path, { query }),
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      request('POST', path, { ...(body === undefined ? {} : { body }), headers }),
    patch: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request('PATCH', path, { body, headers }),
    delete: (path: string, headers: Record<string, string> = {}) => request('DELETE', path, { headers }),
  };
}
