/** Maps endpoints to use cases [ARR-7]. */
import * as shared from '@baari/contract/visit/shared-place.ts';
import type { Route } from '../platform/http/route.ts';
import { hashLinkSecret, linkSecretOf } from '../platform/secrets/link-secret.ts';
import type { Secrets } from '../platform/secrets/secret.ts';
import { listSharedLinks } from './shared-links.query.ts';
import { type MadeLink, sharePlace } from './share-place.use-case.ts';
import { stopSharing } from './stop-sharing.use-case.ts';

const purpose = 'shared place';

export function mountSharing(route: Route, publicUrl: string, secrets: Secrets): void {
  const secretOf = (linkId: string) => linkSecretOf(linkId, secrets[0], purpose);
  route(shared.listSharedLinks, ({ context, params }) => listSharedLinks(context, params.id));
  route.completed(
    shared.sharePlace,
    ({ context, params }) => sharePlace(context, params.id, secretOf),
    ({ link, secretHash }: MadeLink) => {
      // A retry may come after the installation's secret was changed.
      const made = secrets
        .map((secret) => linkSecretOf(link.id, secret, purpose))
        .find((each) => hashLinkSecret(each) === secretHash);
      return { link, url: `${publicUrl}${shared.sharedPath}${made ?? secretOf(link.id)}` };
    },
  );
  route(shared.stopSharing, ({ context, params }) => stopSharing(context, params.id));
}
