/** Draws the pictures of the help; `npm run pictures -- help` runs it. */
import { join } from 'node:path';
import { helpLanguages, helpRoles, topicsOf } from '../../../server/src/site/help/help-pages.ts';
import { helpPictureFolder, picturePath } from '../../../server/src/site/help/help-pictures.ts';
import { test } from '../support/fixtures.ts';
import { drawPicture } from './draw.ts';
import { helpPictures } from './help-pictures.ts';
import { prepareScene, type Scene } from './scene.ts';

let scene: Scene | undefined;

for (const language of await helpLanguages()) {
  for (const role of helpRoles) {
    for (const topic of await topicsOf(language, role)) {
      const row = helpPictures[role][topic];
      if (row !== undefined && 'none' in row) continue;
      const path = picturePath({ language, role, topic });
      test(path, async ({ browser, server }) => {
        scene ??= await prepareScene(server.origin);
        const named = { language, role, topic };
        await drawPicture(browser, scene, named, join(helpPictureFolder, path));
      });
    }
  }
}
