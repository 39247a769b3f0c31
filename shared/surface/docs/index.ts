import { searchDocs } from './search-docs.ts';
import { showDocs, showDocsMarkdown, showDocsPage, showHome, showOperationPage } from './show-docs.ts';

export const docsRoutes = [showHome, showDocs, showDocsMarkdown, searchDocs, showDocsPage, showOperationPage];
