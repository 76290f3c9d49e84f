/**
 * `node fill-hospitals.main.ts FOLDER COUNT` adds COUNT hospitals with three doctors each to the
 * data folder FOLDER.
 */
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { startDatabase } from '../../server/src/start-database.ts';
import { makeDoctors, makeHospitals, settle } from './hospitals.ts';
import { embeddedIn, openSuperuser } from './stage.ts';

const doctorsEach = 3;

const [, , dataDir, count] = process.argv;
if (dataDir === undefined || count === undefined) throw new Error('Give a folder and a count.');
const started = await startDatabase(embeddedIn(dataDir), () => undefined);
const { pool, close } = openDatabase({
  connection: started.connection,
  poolSize: 1,
  onIdleError: () => undefined,
});
const hospitals = await makeHospitals(pool, Number(count));
await makeDoctors(pool, hospitals, doctorsEach);
const superuser = await openSuperuser(dataDir);
await settle(superuser.pool);
await superuser.close();
await close();
await started.close();
