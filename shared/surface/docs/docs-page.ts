/** A page of the documentation, as HTML. */
export interface DocsPage {
  /** The part of the path after /docs/, or `index`, `home`, `missing` or `find`. */
  name: string;
  title: string;
  /** The title of the page above it; undefined for all but operations. */
  above?: string;
  text: string;
}
