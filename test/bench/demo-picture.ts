import { sizedImagePath } from '../../shared/feedback/portal/image-name.ts';
import { noisyPng } from '../portals/images.ts';
import type { Demo } from '../../cli/core/demo-file.ts';
import { fetchPatiently } from './patient-fetch.ts';

/** Adds a photo that is wider than any window to the demo's portal, as an idea and as the cover of the newest update. */
export async function addDemoPicture({ baseUrl, workspaceId, tokens }: Demo): Promise<{ idea: string }> {
  const call = async (path: string, body?: object) => {
    const answer = await fetchPatiently(`${baseUrl}/api/v1/workspaces/${workspaceId}/portals${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${tokens.admin}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const { data } = (await answer.json()) as { data: Record<string, never> };
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return data as unknown;
  };
  const [portal] = (await call('')) as { id: string; boards: { id: string }[] }[];
  const { id, boards } = portal!;
  const image = (await call(`/${id}/images`, { data: noisyPng(2_000, 800, 8).toString('base64') })) as {
    id: string;
    width: number;
    height: number;
  };
  const description = `Photos of a day.\n\n![A shore](${sizedImagePath(image.id, image)})`;
  const item = { title: 'Photos in a grid', boardId: boards[0]!.id, description };
  const { slug } = (await call(`/${id}/items`, item)) as { slug: string };
  const update = { title: 'A day outside', coverImageId: image.id };
  const { id: updateId } = (await call(`/${id}/updates`, update)) as { id: string };
  await call(`/${id}/updates/${updateId}/publish`, {});
  return { idea: `/items/${slug}` };
}
