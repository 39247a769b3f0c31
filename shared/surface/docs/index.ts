import { searchDocs } from './search-docs.ts';
import { showDocs, showDocsPage, showHome, showOperationPage } from './show-docs.ts';

export const docsRoutes = [showHome, showDocs, searchDocs, showDocsPage, showOperationPage];
