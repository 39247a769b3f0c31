import type { Attachment } from '../../shared/planning/attachments/attachment.ts';
import type { UploadForm } from '../../shared/kernel/core/upload-form.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';

type Ided = Pick<Story, 'id'>;
type Headers = NonNullable<RequestOptions['headers']>;

/** A file as clients announce it. */
export const announced = { name: 'log.txt', contentType: 'text/plain', size: 5 };

/** Uploads bytes by the form of an attachment, as a browser does. */
export async function upload({ url, fields }: UploadForm, bytes: string | Uint8Array) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'file');
  const response = await fetch(url, { method: 'POST', body: form });
  return { status: response.status, text: await response.text() };
}

/** The attachments of stories as one client makes them. */
export function attachmentApi({ path }: { path: string }, client: Client) {
  const at = ({ id }: Ided) => `${path}/stories/${id}/attachments`;
  const one = (story: Ided, { id }: Ided) => `${at(story)}/${id}`;
  const send = (story: Ided, body: object = announced, headers?: Headers) =>
    client.post(at(story), body, headers);
  const complete = (story: Ided, attachment: Ided, headers?: Headers) =>
    client.request('POST', `${one(story, attachment)}/complete`, { ...(headers && { headers }) });
  const create = async (
    story: Ided,
    fields: object = {},
  ): Promise<{ attachment: Attachment; form: UploadForm }> => {
    const answer = await send(story, { ...announced, ...fields });
    return { attachment: dataOf(answer, 201), form: answer.json.upload };
  };
  return {
    send,
    create,
    complete,
    /** Attaches a file with these bytes, and returns the attachment that is ready. */
    async attach(story: Ided, bytes: string | Uint8Array = 'hello', fields: object = {}) {
      const size = Buffer.byteLength(bytes);
      const { attachment, form } = await create(story, { size, ...fields });
      const { status, text } = await upload(form, bytes);
      if (status !== 204) throw new Error(`The upload was answered with ${status}: ${text}`);
      return dataOf<Attachment>(await complete(story, attachment), 200);
    },
    get: (story: Ided, attachment: Ided) => client.get(one(story, attachment)),
    sendList: (story: Ided, query: RequestOptions['query'] = {}) => client.get(at(story), query),
    list: async (story: Ided): Promise<Attachment[]> => dataOf(await client.get(at(story)), 200),
    download: (story: Ided, attachment: Ided, query: RequestOptions['query'] = {}) =>
      client.get(`${one(story, attachment)}/download`, query),
    delete: (story: Ided, attachment: Ided, headers?: Headers) =>
      client.delete(one(story, attachment), headers),
  };
}

export type AttachmentApi = ReturnType<typeof attachmentApi>;
