import { fetchPage, parsePage } from '../../kernel/html/scripts/dom.ts';
import { sendableFile } from './picture-canvas.ts';

/** What a picture is for: a text, or the head of an update. */
export type PictureKind = 'picture' | 'cover';

/** A picture that is chosen and not sent yet. */
export interface ChosenPicture {
  kind: PictureKind;
  file: File;
  /** Its name in the list, which no other has. */
  name: string;
  alt: string;
  thumbnail: HTMLCanvasElement;
}

interface RefusedPicture {
  name: string;
  /** The name of the problem's text. */
  problem: string;
}

/** The chosen pictures of each kind, in the order in which they are sent. */
export const chosen: Readonly<Record<PictureKind, ChosenPicture[]>> = { picture: [], cover: [] };

const refused: RefusedPicture[] = [];

export const allChosen = (): ChosenPicture[] => [...chosen.cover, ...chosen.picture];

export function forgetChosen(): void {
  for (const pictures of Object.values(chosen)) pictures.length = 0;
}

/** What it shows, or the name of its file; one that was pasted has none. */
export function altOf({ alt, file }: ChosenPicture): string {
  const name = file.name.replace(/\.\w+$/, '');
  return alt || (name === 'image' ? '' : name);
}

const problemIn = (page: Document): string =>
  page.getElementById('problem')?.dataset.problem ?? 'picture.failed';

/** Sends a picture; returns the name of the problem's text if it was refused. */
async function addPicture(path: string, token: string, picture: ChosenPicture): Promise<string | undefined> {
  const data = new FormData();
  data.append('form_token', token);
  data.append('do', picture.kind);
  data.append('alt', altOf(picture));
  data.append(picture.kind, await sendableFile(picture.file));
  const response = await fetchPage(path, { method: 'POST', body: data });
  return response.redirected ? undefined : problemIn(parsePage(await response.text()));
}

/**
 * Sends all chosen pictures, one after the other; one that is refused does not keep the others from being added. Returns the
 * query that names the refused ones, undefined if there are none.
 */
export async function addPictures(path: string, token: string): Promise<URLSearchParams | undefined> {
  for (const queue of [chosen.cover, chosen.picture]) {
    for (let picture = queue[0]; picture; picture = queue[0]) {
      const problem = await addPicture(path, token, picture).catch(() => 'picture.failed');
      if (problem !== undefined) refused.push({ name: picture.name, problem });
      queue.shift();
    }
  }
  const [first] = refused;
  if (!first) return undefined;
  return new URLSearchParams([['problem', first.problem], ...refused.map(({ name }) => ['refused', name])]);
}
