/**
 * Increase it whenever the output of renderMarkdown changes, including through its libraries: stored HTML has
 * a version.
 */
export const RENDERER_VERSION = 7;
