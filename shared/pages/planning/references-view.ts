import { html, Html } from '../../kernel/html/html.ts';
import { storyPath } from '../../planning/paths/page-paths.ts';
import { PIECES } from './mentions-view.ts';

/** A story's reference, such as ENG-12, that is not a part of a longer word. */
const REFERENCE = /(?<![\p{L}\p{N}_-])([A-Z][A-Z0-9]{1,9})-[1-9]\d{0,8}(?![\p{L}\p{N}_-])/gu;

/**
 * A rendered text whose references to stories are links, by their form alone: those that start with the code of a team
 * that the reader is in. Whether there is such a story is found out by following the link.
 */
export const withReferences = (rendered: Html, codes: ReadonlySet<string>): Html =>
  new Html(
    rendered.text.replaceAll(PIECES, (piece) =>
      piece.startsWith('<')
        ? piece
        : piece.replaceAll(REFERENCE, (reference, code: string) =>
            codes.has(code)
              ? html`<a href="${storyPath(reference.toLowerCase())}">${reference}</a>`.text
              : reference,
          ),
    ),
  );
