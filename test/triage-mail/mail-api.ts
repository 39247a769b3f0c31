import type { Story } from '../../shared/planning/story/story.ts';
import type { TriageAddress } from '../../shared/planning/triage-mail/triage-address.ts';
import { dataOf } from '../stories/story-api.ts';
import { sharedService, type ServiceAddress } from '../support/service.ts';
import { newKey } from '../support/workspace.ts';
import { newTriageWorkspace } from '../triage/triage-api.ts';

interface Mail {
  from?: string;
  subject?: string;
  /** Lines of further headers. */
  headers?: readonly string[];
  messageId?: string;
  body?: string;
}

export const newMessageId = (): string => `<${newKey()}@mail.example>`;

/** A mail as it is sent (RFC 5322). */
export const mailOf = (
  to: string,
  { from = 'Mia <mia@customer.example>', subject = 'Printing fails', ...rest }: Mail = {},
): string => {
  const { headers = [], messageId = newMessageId(), body = 'It says error 42.' } = rest;
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(messageId === '' ? [] : [`Message-ID: ${messageId}`]),
    'MIME-Version: 1.0',
    ...headers,
    ...(headers.some((line) => /^content-type:/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    body,
  ].join('\r\n');
};

/** A mail with files and a text, or HTML. */
export function mailWithFiles(to: string, files: Readonly<Record<string, string>>, html?: string): string {
  const part = (head: readonly string[], content: string) => ['--b', ...head, '', content].join('\r\n');
  const attached = Object.entries(files).map(([name, content]) =>
    part(
      [
        'Content-Type: text/plain',
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: attachment; filename="${name}"`,
      ],
      Buffer.from(content).toString('base64'),
    ),
  );
  const text = part(
    [`Content-Type: text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`],
    html ?? 'See files',
  );
  const body = [text, ...attached, '--b--'].join('\r\n');
  return mailOf(to, { headers: ['Content-Type: multipart/mixed; boundary=b'], body });
}

/** Hands a mail to the local service as if it had been sent; its domain is confirmed with `dmarc: 'pass'`. */
export const sendMail = (
  raw: string,
  query: Record<string, string> = {},
  { baseUrl }: Pick<ServiceAddress, 'baseUrl'> = sharedService(),
) =>
  fetch(`${baseUrl}/_local/mail/inbound?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body: raw,
  });

/** A workspace with a team whose triage has an address. */
export async function newMailWorkspace(service?: ServiceAddress) {
  const made = await newTriageWorkspace(service);
  const { workspace, team, admin } = made;
  const at = `${workspace.path}/teams/${team.id}/triage-address`;
  const { address } = dataOf<TriageAddress>(await admin.client.request('POST', at), 201);
  const waiting = async (): Promise<Story[]> =>
    dataOf(await admin.client.get(`${workspace.path}/teams/${team.id}/triage`, { limit: 100 }), 200);
  return { ...made, at, address, waiting };
}
