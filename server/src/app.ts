/** The composition root of the server: the only file that imports every feature. */
import { join } from 'node:path';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { mountKeptTimes } from './analytics/kept-times/kept-times.routes.ts';
import { landingFiguresOf } from './analytics/measured-figures.ts';
import { mountAbdm } from './abdm/abdm.routes.ts';
import { startAnswering } from './abdm/answers/send-answers.ts';
import { mountAbdmCallback } from './abdm/callback.routes.ts';
import { openGateway } from './abdm/gateway/gateway.ts';
import { tidyShares } from './abdm/tidy-shares.ts';
import { mountAnalytics } from './analytics/analytics.routes.ts';
import { countDays } from './analytics/count-days.ts';
import { mountAppointments } from './appointments/appointments.routes.ts';
import { makeBookingAnswers } from './appointments/reminders/answer-booking.ts';
import { mountTimetables } from './appointments/timetables.routes.ts';
import { countToComeOfDoctor } from './appointments/appointments.store.ts';
import { holdNewTimes } from './appointments/hold-new-times.ts';
import { reminderJobKind } from './appointments/reminders/enqueue-reminder.ts';
import {
  makeRequeueHandler,
  requeueJobKind,
} from './appointments/reminders/reminder-settings.use-case.ts';
import { mountReminders } from './appointments/reminders/reminders.routes.ts';
import { makeReminderHandler } from './appointments/reminders/send-reminder.ts';
import { anchorHeads, anchorJobKind, makeAnchorHandler } from './audit/anchors.ts';
import { mountAssessments } from './assessments/assessments.routes.ts';
import { escalateAlerts } from './assessments/escalate-alerts.ts';
import { fhirPath, type FhirOptions } from './fhir/calls.ts';
import { mountFhir } from './fhir/fhir.routes.ts';
import { mountSchedulingLinks } from './fhir/links/links.routes.ts';
import { scopeOfTypes } from './fhir/search/served-types.rules.ts';
import { type Notifying, startNotifying } from './fhir/subscriptions/notify-subscribers.ts';
import { tidySubscriptions } from './fhir/subscriptions/tidy-subscriptions.ts';
import { listAgeBands } from './integrations/age-bands.query.ts';
import { answerForIntegration } from './integrations/answer-for-key.ts';
import { authenticateKey } from './integrations/authenticate-key.ts';
import { makeAccessTokens } from './integrations/smart/access-tokens.ts';
import { authenticateSystem } from './integrations/smart/authenticate-client.ts';
import { makeKeySets } from './integrations/smart/key-sets.ts';
import { mountSmart, tokenPath } from './integrations/smart/smart.routes.ts';
import { deleteOldAssertions } from './integrations/smart/smart.store.ts';
import { mailAboutKeysOfLeaver } from './integrations/key-mails.ts';
import { type IntegrationSettings, mountIntegrations } from './integrations/integrations.routes.ts';
import { pruneOldEvents } from './integrations/events/prune-events.ts';
import { startEventRelay } from './integrations/events/event-relay.ts';
import { makeWaitingPolls } from './integrations/events/waiting-polls.ts';
import { remindOfKeys } from './integrations/remind-of-keys.ts';
import { startDelivering } from './integrations/webhooks/delivery/deliver-webhooks.ts';
import { tidyWebhooks } from './integrations/webhooks/tidy-webhooks.ts';
import { openQuestions } from './assessments/open-questions.ts';
import { consentChanged } from './assessments/summary/consent-changed.ts';
import { makeSummer } from './assessments/summary/sum-up.ts';
import { checkJobKind, makeCheckHandler, tidyChecks } from './audit/audit-check.ts';
import { mountAudit } from './audit/audit.routes.ts';
import { sealTrail } from './audit/seal-trail.ts';
import { type TrailKeys, trailKeysOf } from './audit/trail-keys.ts';
import { mountArrivals } from './arrivals/arrivals.routes.ts';
import { pruneTickets } from './arrivals/arrivals.store.ts';
import { mountTicketPages } from './arrivals/ticket.routes.ts';
import type { Config } from './config.ts';
import { askNext } from './earlier/ask-next.ts';
import { mountEarlier } from './earlier/earlier.routes.ts';
import { tidyEarlier } from './earlier/tidy-earlier.ts';
import { beginDays } from './doctors/presence/begin-days.ts';
import { mountConsent } from './consent/consent.routes.ts';
import { mountDayEnd } from './day-end/day-end.routes.ts';
import { makeEndDaysTask } from './day-end/end-days.ts';
import { mountDoctors } from './doctors/doctors.routes.ts';
import { tieToPresence } from './doctors/presence/set-presence.ts';
import { makeNotifyDoctorHandler, notifyDoctorJobKind } from './doctors/leaving/notify-doctor.ts';
import { endBreaks } from './doctors/presence/end-breaks.ts';
import { applyRetention } from './erasure/apply-retention.ts';
import { carryOutErasures } from './erasure/carry-out-erasures.ts';
import { mountErasure } from './erasure/erasure.routes.ts';
import { followUpJobKind, makeFollowUpHandler } from './follow-ups/follow-up-reminder.ts';
import { mountFollowUps } from './follow-ups/follow-ups.routes.ts';
import { mountHandOffs } from './hand-offs/hand-offs.routes.ts';
import { mountHospitals } from './hospitals/hospitals.routes.ts';
import { applyListing } from './hospitals/verification.store.ts';
import { mountIdentity } from './identity/identity.routes.ts';
import { makeAttempts } from './identity/attempts/attempts.ts';
import { type Identity, openIdentity, type WaysIn } from './identity/identity.ts';
import { makeResetHandler, resetJobKind } from './identity/sign-in/password-reset.ts';
import type { PasswordRule } from './identity/provider/password-rule.ts';
import { mountIdentityProvider } from './identity/provider.routes.ts';
import { keepVisitPromises, refitVisits } from './lines/visits/keep-visit-promises.ts';
import { closePointsOf } from './lines/doctor-gone.ts';
import {
  goOnJobKind,
  goOnPast,
  goOnToDoctor,
  makeGoOnHandler,
} from './lines/visits/go-on-later.ts';
import { mountLines } from './lines/lines.routes.ts';
import { isPlannedLater, reassignPatientsAndPlans } from './lines/visits/reassign-planned-stops.ts';
import { mountLive } from './live/live.routes.ts';
import { type LiveReads, makeLiveReads } from './live/live-reads.ts';
import { createStreams, type Streams } from './live/live.streams.ts';
import { mountPatients } from './patients/patients.routes.ts';
import { mountPeople } from './people/people.routes.ts';
import { stopMessages } from './notifications/answers/stop-messages.ts';
import { takeMessage } from './notifications/answers/take-message.use-case.ts';
import { noteReach } from './notifications/note-reach.ts';
import { type Notifications, openNotifications } from './notifications/notifications.ts';
import { mountNotifications } from './notifications/notifications.routes.ts';
import { watchQueues } from './notifications/watch-queues.ts';
import { keepAudits } from './platform/audit/audit.store.ts';
import { openWaitingAudits } from './platform/waiting-audits/waiting-audits.ts';
import { type Clock, isTimeSure } from './platform/clock.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import { formatCursor } from './platform/events/cursor.rules.ts';
import { type OpenDatabase, openDatabase } from './platform/database/database.ts';
import { fillDue } from './platform/hospital-sql/doctor-due.store.ts';
import { hasNotedChange } from './platform/events/outgoing-change.store.ts';
import { doctorsOfRecordedEvents, hasRecordedEvent } from './platform/events/event-log.store.ts';
import { type FileStores, openFileStores } from './platform/files/file-store.ts';
import { startHeartbeat } from './platform/processes/heartbeat.ts';
import { startHousekeeping } from './platform/housekeeping.ts';
import { type LogTarget, makeHttpServer } from './platform/http/http.ts';
import { type JobRunner, startJobRunner } from './platform/jobs/jobs.ts';
import { sweepFiles } from './platform/files/kept-files.ts';
import { lazily } from './platform/lazily.ts';
import { addressesWith } from './platform/outgoing/addresses.ts';
import { type LiveHub, openLiveHub } from './platform/events/live-hub.ts';
import { describeError, type Log } from './platform/log.ts';
import { mailJobKind, makeMailHandler, makeMailSender } from './platform/messages/mail.ts';
import { withDisposables } from './platform/with-disposables.ts';
import { mayShowOutbox, mountOutbox } from './platform/pages/outbox.pages.ts';
import { mountPlainStyle } from './platform/pages/plain-page.ts';
import { startPoller } from './platform/jobs/poller.ts';
import { type StorageOptions, type StorageWatch, watchStorage } from './platform/files/storage.ts';
import { mailOperatorOfStorage } from './platform/files/storage-mail.ts';
import { createRouter, type Route } from './platform/http/route.ts';
import { deleteEndedCounts } from './platform/messages/send-budget.store.ts';
import { openDeliveries } from './platform/messages/deliveries.ts';
import { mountInboundCalls } from './platform/messages/sms/inbound-calls.ts';
import { mountReceiptCalls } from './platform/messages/sms/receipt-calls.ts';
import { hasSmsProvider, openSending } from './platform/messages/sms/sending.ts';
import type { Offer } from './notifications/settings.query.ts';
import { makeSmsHandler, smsJobKind } from './platform/messages/sms/sms.ts';
import {
  enqueueWhatsappReply,
  makeWhatsappHandler,
  whatsappJobKind,
} from './platform/messages/whatsapp/whatsapp.ts';
import { makeUserLimits } from './platform/http/user-limits.ts';
import { endPractices } from './practice/end-practices.ts';
import { moveMornings } from './practice/move-mornings.ts';
import { mountPractice } from './practice/practice.routes.ts';
import { mountProfile } from './profile/profile.routes.ts';
import type { Secrets } from './platform/secrets/secret.ts';
import { mountQueue } from './queue/queue.routes.ts';
import { reassignPatients } from './queue/transfer/reassign-patients.ts';
import { mountRatings } from './ratings/ratings.routes.ts';
import { mountRebooking } from './rebooking/rebooking.routes.ts';
import { mountReplay } from './replay/replay.routes.ts';
import { openReplays, type Replays } from './replay/replays.ts';
import { type Documents, openDocuments } from './reports/documents/documents.ts';
import { mountReports } from './reports/reports.routes.ts';
import { mountBoardStream } from './screens/board-stream.routes.ts';
import { type Boards, createBoards } from './screens/boards.ts';
import { makeBackupTask } from './platform/daily-backups/scheduled-backups.ts';
import { mountCalendarFeeds } from './calendar-feeds/calendar-feeds.routes.ts';
import { mountFeeds } from './calendar-feeds/feed.routes.ts';
import { mountSharedPages } from './sharing/shared-page.routes.ts';
import { mountSharing } from './sharing/sharing.routes.ts';
import { pruneSharedPlaces } from './sharing/sharing.store.ts';
import { mountScreens } from './screens/screens.routes.ts';
import { mountApiDocument } from './site/api-document.routes.ts';
import { helpPictureFolder } from './site/help/help-pictures.ts';
import { mountHelp } from './site/help/help.routes.ts';
import { mountHealth } from './site/health.routes.ts';
import { tidyContact } from './site/send-contact-message.use-case.ts';
import { mountSecurityText } from './site/security-text.ts';
import { mountSite, type SiteOptions } from './site/site.routes.ts';
import { readTextPages } from './site/text-pages.ts';
import { mountWebPages } from './site/web-pages.routes.ts';
import { listUnknownHospitals } from './team/hospital-door.store.ts';
import { makeHospitalDoor } from './team/hospital-door.ts';
import { sendInvitation } from './team/invite-doctor.use-case.ts';
import { endRightOfDoctor } from './team/offboarding.ts';
import { deleteInvitation } from './team/team.store.ts';
import { mountTeam } from './team/team.routes.ts';
import { mountVitals } from './vitals/vitals.routes.ts';
import { recalibrateWaits } from './waits/recalibrate-waits.use-case.ts';

export interface AppOptions {
  readonly config: Config;
  readonly connection: pg.ClientConfig;
  /** The data folder of the embedded database; undefined for a remote database. */
  readonly databaseFolder?: string | undefined;
  readonly clock: Clock;
  /**
   * The installation's secrets, the same for every server process. The first one signs new
   * sessions.
   */
  readonly secrets: Secrets;
  /** Receives the log lines; standard output by default. */
  readonly logTo?: LogTarget;
  /** Event-loop delay in milliseconds above which requests are refused; the server's own limit by default. */
  readonly shedsAfterMs?: number;
  /**
   * The folder of the built web pages; by default the folder into which the web build writes them.
   */
  readonly webFolder?: string | undefined;
  /** Overrides the connection limits, for tests that cannot wait for them. */
  readonly limits?: Partial<ConnectionLimits>;
}

export interface App {
  readonly http: FastifyInstance;
  readonly database: OpenDatabase;
  /** Runs due background jobs now instead of within seconds, for tests that move the clock. */
  readonly lookForJobs: () => void;
  /** Finishes running requests, asks the streams to reconnect, and closes the database. */
  close(): Promise<void>;
}

const poolSize = 16;

/**
 * Builds every part of the server, but does not listen yet. If a part fails, everything opened
 * before it is closed again.
 */
export function buildApp(options: AppOptions): Promise<App> {
  return withDisposables((opened) => buildOf(options, opened));
}

async function buildOf(options: AppOptions, opened: AsyncDisposableStack): Promise<App> {
  const { config, clock } = options;
  const textPages = lazily(() => readTextPages(config.pagesDir));
  // The operator's text pages are read at start, so that an invalid page is reported at once.
  if (config.pagesDir !== undefined) await textPages();
  const storage = watchStorage(storageOf(options));
  const http = await openHttp(options, storage);
  opened.defer(() => http.close());
  const { log } = http;
  const database = openPool(options.connection, log);
  opened.defer(() => database.close());
  const heartbeat = await startHeartbeat(database, log);
  opened.defer(() => heartbeat.stop());
  const waitingAudits = await openWaitingAudits({
    db: database,
    folder: join(config.dataDir, 'waiting-audits'),
    log,
  });
  opened.defer(() => waitingAudits.close());
  keepAudits(database, waitingAudits);
  const core: Core = { config, clock, log, database, opened };
  const live = await openLive(core);
  opened.defer(
    storage.start(log, (news) => mailOperatorOfStorage({ ...config, db: database, clock }, news)),
  );

  const trailKeys = trailKeysOf({ trailKeys: config.trailKeys, secrets: options.secrets });
  const { notifications, jobs } = await openMessages(core, http, options.secrets, trailKeys);
  await fillDue(database);
  const questions = await openQuestions(database, config.questionsFile);
  const canSendSms = hasSmsProvider(config.sms) || mayShowOutbox(config);
  live.passOnLines(watchLines(core, { canSendSms, onQueued: jobs.nudge }));
  const identity = openSignIn(core, options, { canSendSms, onMailQueued: jobs.nudge });
  sayWhatIsNotOffered(identity.waysIn, log);
  await applyListing(database, config.hospitals);
  await sayWhichHospitalsAreUnknown(database, config.hospitalProviders, log);
  const files = openFileStores({
    dataDir: config.dataDir,
    isEmbedded: config.databaseUrl === undefined,
    s3: config.s3,
  });
  const documents = openDocuments();
  opened.defer(() => documents.close());
  const replays = openReplays();
  opened.defer(() => replays.close());
  startTidying(core, { identity, notifications, files, trailKeys, secrets: options.secrets });
  startScheduledTasks(core, trailKeys);
  startMornings(core, live.streams);
  startSummaries(core);

  const { authenticate } = identity;
  const countRequest = config.rateLimit ? makeUserLimits(http) : undefined;
  const route = createRouter({
    app: http,
    database,
    clock,
    authenticate,
    keys: {
      authenticate: (key, address) =>
        authenticateKey({ db: database, clock, publicUrl: config.publicUrl }, key, address),
      answerFor: (actor, endpoint, value) =>
        answerForIntegration(database, clock, actor, endpoint, value),
    },
    countRequest,
  });
  mountIdentityProvider(http, identity.parts);
  mountIdentity(route, { clock, publicUrl: config.publicUrl });
  mountHospital(route, config, identity.passwordRule);
  mountVisits(route, config, { files, log, documents, questions, replays });
  mountSharing(route, config.publicUrl, options.secrets);
  mountCalendarFeeds(route, config);
  openAbdm(core, http, route);
  mountLinks(route, core);
  mountAudit(route, jobs.nudge);
  const notifying = openSubscriptions(core, options.secrets);
  mountIntegrations(route, openIntegrations(core, options.secrets, http, live, notifying));
  mountPerson(route, config, { canSendSms, pushKey: notifications.pushKey });
  const site = siteOf(core, identity.waysIn);
  mountSite(route, {
    site,
    mailLanguage: config.operatorLanguage,
    textPages,
    rateLimit: config.rateLimit,
    onMailQueued: jobs.nudge,
  });
  const { hub, streams, reads, boards } = live;
  const { endedAmong } = identity;
  mountLive({ app: http, database, clock, log, hub, streams, reads, authenticate, endedAmong });
  mountBoardStream({ app: http, database, clock, log, boards });
  mountPlainPages(http, core, storage);
  await mountFhirOf(http, core, options.secrets, { countRequest, notifying });
  await mountWebPages(http, {
    publicUrl: config.publicUrl,
    site,
    textPages,
    clock,
    place: () => formatCursor(hub.cursor()),
    folder: options.webFolder,
  });

  // The HTTP server is closed first, so that running requests are answered before the database
  // closes.
  opened.defer(() => http.close());
  return { http, database, lookForJobs: jobs.nudge, close: () => opened.disposeAsync() };
}

/** Mounts what patients answer by a link in a message. */
function mountLinks(route: Route, { config, database, clock }: Core): void {
  const options = {
    publicUrl: config.publicUrl,
    attempts: makeAttempts({ db: database, clock, enabled: config.rateLimit }),
  };
  mountEarlier(route, options);
  mountReminders(route, options);
}

/**
 * The basic parts that nearly every other part needs, such as the database, the clock and the log.
 */
interface Core {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: OpenDatabase;
  /** Collects a clean-up function for each opened part. At shutdown they run in reverse order. */
  readonly opened: AsyncDisposableStack;
}

function openHttp(options: AppOptions, storage: StorageWatch): Promise<FastifyInstance> {
  const { config, clock } = options;
  return makeHttpServer({
    clock,
    logLevel: config.logLevel,
    logTo: options.logTo,
    secure: config.publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    rateLimit: config.rateLimit,
    shedsAfterMs: options.shedsAfterMs,
    connections: { ...config.connections, ...options.limits },
    storage,
  });
}

function openPool(connection: pg.ClientConfig, log: Log): OpenDatabase {
  return openDatabase({
    connection,
    poolSize,
    onIdleError: (error) =>
      log.warn(
        describeError(error),
        'An unused database connection was lost; the next request opens another. If this repeats, check PostgreSQL and the network to it.',
      ),
  });
}

interface Live {
  readonly reads: LiveReads;
  readonly streams: Streams;
  readonly boards: Boards;
  readonly hub: LiveHub;
  /** Sets the function that is called when a line of patients changes in any server process. */
  readonly passOnLines: (onLine: (doctorId: string) => void) => void;
  /** Sets the function that is called when the event log has new events. */
  readonly passOnEvents: (onEvents: () => void) => void;
}

/** Opens the live streams, and the hub that reads the event log for them. */
async function openLive({ database, clock, log, opened }: Core): Promise<Live> {
  const reads = makeLiveReads({
    db: database,
    clock,
    onError: (error) =>
      log.warn(
        describeError(error),
        'The audit trail could not record which visits live updates showed to staff. The server tries again in a second; if this repeats, check PostgreSQL and its disk.',
      ),
  });
  opened.defer(() => reads.close());
  const streams = createStreams({
    db: database,
    clock,
    reads,
    onError: (error) =>
      log.warn(
        describeError(error),
        'New places in a line could not be read from the database, so the pages of its patients do not show them yet. The server tries again in a second; if this repeats, check PostgreSQL.',
      ),
  });
  const boards = createBoards({
    db: database,
    clock,
    onError: (error) =>
      log.warn(
        describeError(error),
        'The tokens of a hospital could not be read from the database, so its displays show no new calls yet. The server tries again in a second; if this repeats, check PostgreSQL.',
      ),
  });
  let heardOfLine: (doctorId: string) => void = () => undefined;
  let heardOfEvents: () => void = () => undefined;
  const hub = await openLiveHub({
    database,
    log,
    onEvents(events) {
      streams.deliver(events);
      boards.deliver(events);
      for (const { doctorId } of events) heardOfLine(doctorId);
      heardOfEvents();
    },
    onAway(isAway) {
      streams.publishAway(isAway);
      boards.publishAway(isAway);
    },
  });
  opened.defer(() => hub.close());
  database.afterCommit((tx) => {
    if (hasRecordedEvent(tx)) hub.wake();
  });
  return {
    reads,
    streams,
    boards,
    hub,
    passOnLines(onLine) {
      heardOfLine = onLine;
    },
    passOnEvents(onEvents) {
      heardOfEvents = onEvents;
    },
  };
}

/**
 * Starts the relay, which copies changes into the events for hospitals' own systems, and the
 * delivery of these events to webhooks. When the server stops, it answers waiting long polls first.
 */
function openIntegrations(
  { config, database, clock, log, opened }: Core,
  secrets: Secrets,
  http: FastifyInstance,
  live: Live,
  notifying: Notifying,
): IntegrationSettings {
  const { cell, publicUrl, webhookNetworks: networks } = config;
  const polls = makeWaitingPolls();
  const parts = { db: database, clock, log };
  const delivering = startDelivering({ ...parts, secrets, cell, publicUrl, networks });
  opened.defer(() => delivering.stop());
  const onCopied = () => {
    delivering.wake();
    notifying.wake();
  };
  const relay = startEventRelay({ ...parts, polls, onCopied });
  opened.defer(() => relay.stop());
  http.addHook('preClose', (done) => {
    polls.close();
    done();
  });
  live.passOnEvents(relay.wake);
  database.afterCommit((tx) => {
    if (hasNotedChange(tx)) relay.wake();
  });
  const webhooks = { secrets, addresses: addressesWith(networks), cell, onQueued: delivering.wake };
  return { cell, publicUrl, polls, webhooks };
}

/** Starts to notify the systems that subscribed to events through FHIR. */
function openSubscriptions(
  { config, database: db, clock, log, opened }: Core,
  secrets: Secrets,
): Notifying {
  const { publicUrl, webhookNetworks } = config;
  const addresses = addressesWith(webhookNetworks);
  const base = `${publicUrl}${fhirPath}`;
  const notifying = startNotifying({ db, clock, log, secrets, addresses, publicUrl, base });
  opened.defer(() => notifying.stop());
  return notifying;
}

/** Takes part in ABDM, if the operator has configured it: receives shares and answers them. */
function openAbdm(
  { config, database, clock, log, opened }: Core,
  app: FastifyInstance,
  route: Route,
): void {
  const { abdm: settings, rateLimit, cell } = config;
  mountAbdm(route, { isOffered: settings !== undefined, cmId: settings?.cmId ?? 'sbx', cell });
  if (settings === undefined) return;
  const gateway = openGateway(settings, clock);
  const answering = startAnswering({ db: database, clock, log, gateway });
  opened.defer(() => answering.stop());
  const onStored = answering.wake;
  mountAbdmCallback({ app, database, clock, settings, gateway, onStored, rateLimit });
}

/**
 * Opens the sending of mails, text messages and notifications, the addresses that SMS providers call,
 * and the runner of the background jobs that send them.
 */
async function openMessages(
  { config, database, clock, log, opened }: Core,
  app: FastifyInstance,
  secrets: Secrets,
  trailKeys: TrailKeys,
): Promise<{ notifications: Notifications; jobs: JobRunner }> {
  const { publicUrl } = config;
  const outgoing = { ...config, db: database, clock, log };
  const deliveries = openDeliveries({
    db: database,
    clock,
    onMoved: (tx, row) => noteReach(tx, row, clock.now()),
  });
  const sending = openSending(config.sms, { publicUrl, secrets });
  if (sending !== undefined && sending.registered === undefined) {
    log.info(
      { missing: 'SMS_TEMPLATES' },
      "Operators in India drop text messages whose words are not registered. To send there, set SMS_TEMPLATES: see docs/operations.md, 'Text messages in India'.",
    );
  }
  const sendSms = makeSmsHandler({
    ...outgoing,
    sending,
    deliveries,
    onOptedOut: (phone) => stopMessages(database, 'sms', phone, clock.now()),
  });
  const sendWhatsapp = makeWhatsappHandler({
    ...outgoing,
    deliveries,
    receiptUrl: (delivery) => sending?.receiptUrl('twilio', delivery),
    onOptedOut: (phone) => stopMessages(database, 'whatsapp', phone, clock.now()),
  });
  const notifications = await openNotifications({
    db: database,
    clock,
    log,
    secrets,
    contactEmail: config.contactEmail,
    pushServices: config.pushServices,
    sendMail: makeMailSender(outgoing),
    sendSms,
    sendWhatsapp,
    deliveries,
  });
  const jobs = startJobRunner({
    db: database,
    clock,
    log,
    handlers: {
      ...notifications.handlers,
      [mailJobKind]: makeMailHandler(outgoing),
      [smsJobKind]: sendSms,
      [whatsappJobKind]: sendWhatsapp,
      [reminderJobKind]: makeReminderHandler({ publicUrl, db: database, clock, secrets }),
      [requeueJobKind]: makeRequeueHandler({ db: database, clock }),
      [followUpJobKind]: makeFollowUpHandler({ publicUrl, db: database, clock }),
      [goOnJobKind]: makeGoOnHandler({ db: database, clock }),
      [notifyDoctorJobKind]: makeNotifyDoctorHandler({ publicUrl, db: database, clock }),
      [resetJobKind]: makeResetHandler({ publicUrl, db: database, clock }),
      [checkJobKind]: makeCheckHandler({ db: database, clock, keys: trailKeys }),
      [anchorJobKind]: makeAnchorHandler(config.anchorTargets, clock),
    },
  });
  opened.defer(() => jobs.stop());
  if (sending !== undefined) {
    const { rateLimit, sms } = config;
    const calls = { app, sending, secrets, twilio: sms.twilio, publicUrl, rateLimit };
    const bookings = makeBookingAnswers(publicUrl);
    const queueWhatsappReply = config.whatsapp === undefined ? undefined : enqueueWhatsappReply;
    const options = { db: database, clock, bookings, onQueued: jobs.nudge, queueWhatsappReply };
    await mountReceiptCalls({ ...calls, deliveries });
    await mountInboundCalls({ ...calls, onMessage: (taken) => takeMessage(options, taken) });
  }
  return { notifications, jobs };
}

/**
 * Watches the lines of patients, to send notifications. Returns the listener for changes made by
 * other server processes.
 */
function watchLines(
  { config, database, clock, log, opened }: Core,
  { canSendSms, onQueued }: { readonly canSendSms: boolean; readonly onQueued: () => void },
): (doctorId: string) => void {
  const watch = watchQueues({
    canSendSms,
    db: database,
    clock,
    log,
    publicUrl: config.publicUrl,
    onQueued,
  });
  opened.defer(() => watch.stop());
  database.afterCommit((tx) => {
    for (const doctorId of doctorsOfRecordedEvents(tx)) watch.changed(doctorId);
  });
  // The watcher also finds changes made before it started, because it first checks all lines.
  return watch.heard;
}

function openSignIn(
  { config, database, clock, log, opened }: Core,
  { connection, secrets }: AppOptions,
  messages: { readonly canSendSms: boolean; readonly onMailQueued: () => void },
): Identity {
  const identity = openIdentity({
    connection,
    database,
    clock,
    log,
    publicUrl: config.publicUrl,
    secrets,
    rateLimit: config.rateLimit,
    hideAccounts: config.hideAccounts,
    passwordMin: config.passwordMin,
    google: config.google,
    hospitals: { providers: config.hospitalProviders, door: makeHospitalDoor(database, clock) },
    smsLimits: config.smsLimits,
    ...messages,
  });
  opened.defer(() => identity.close());
  return identity;
}

/** Starts the deletions and computations that run every hour. */
function startTidying(
  { config, database, clock, log, opened }: Core,
  parts: {
    readonly identity: Identity;
    readonly notifications: Notifications;
    readonly files: FileStores;
    readonly trailKeys: TrailKeys;
    readonly secrets: Secrets;
  },
): void {
  const { identity, notifications, files, trailKeys, secrets } = parts;
  const housekeeping = startHousekeeping({
    database,
    clock,
    log,
    tidyFeatures: {
      'Deleting ended sessions and codes': identity.tidy,
      'Deleting old notices': notifications.tidy,
      'Deleting old contact messages': () => tidyContact(database, clock),
      'Deleting ended message budgets': () => deleteEndedCounts(database, clock.now()),
      'Carrying erasures out': () => carryOutErasures({ db: database, clock }),
      'Removing what no hospital has to keep': () => applyRetention(database, clock),
      'Removing files that no report names': (isStopped) =>
        sweepFiles(database, files, clock, isStopped),
      'Learning how long people wait': () => recalibrateWaits(database, clock),
      'Learning how long visits take': () => refitVisits(database, clock),
      'Deleting old tickets': () => pruneTickets(database, clock.now()),
      'Deleting old events of API keys': (isStopped) => pruneOldEvents(database, clock, isStopped),
      'Deleting used assertions of systems': () => deleteOldAssertions(database, clock.now()),
      'Tidying subscriptions': () => tidySubscriptions(database, clock, secrets),
      'Tidying webhooks': (isStopped) => tidyWebhooks(database, clock, secrets, isStopped),
      'Deleting old shares of ABDM': (isStopped) => tidyShares(database, clock, isStopped),
      'Deleting old shared links': () => pruneSharedPlaces(database, clock.now()),
      'Deleting old offers of earlier times': () => tidyEarlier(database, clock),
      'Deleting old checks of the trail': () => tidyChecks(database, clock),
      'Counting past days': (isStopped) => countDays(database, isStopped),
      'Anchoring the audit trail': () =>
        anchorHeads({
          db: database,
          clock,
          log,
          keys: trailKeys,
          targets: config.anchorTargets,
          language: config.operatorLanguage,
        }),
    },
  });
  opened.defer(() => housekeeping.stop());
}

/** Starts the background tasks that regularly look for due work. */
function startScheduledTasks(core: Core, trailKeys: TrailKeys): void {
  const { config, database, clock, log, opened } = core;
  const sealing = { db: database, clock, log, keys: trailKeys, targets: config.anchorTargets };
  const poller = startPoller({
    log,
    sharedBy: database,
    isTimeSure: () => isTimeSure(clock, database),
    tasks: {
      'Ending breaks': () => endBreaks(database, clock),
      "Ending hospitals' days": makeEndDaysTask(database, clock),
      'Keeping announced times of visits': () => keepVisitPromises(database, clock),
      'Sealing the audit trail': () => sealTrail(sealing),
      'Escalating answers that nobody has seen': () =>
        escalateAlerts({ db: database, clock, publicUrl: config.publicUrl }),
      'Deleting practice hospitals': () => endPractices(database, clock),
      'Reminding of API keys': () => remindOfKeys(database, clock, config.publicUrl),
      'Offering earlier times': () => askNext({ db: database, clock, publicUrl: config.publicUrl }),
    },
  });
  opened.defer(() => poller.stop());

  startBackups(core);

  // Every server process runs this task. The first process to claim a doctor's due work does it.
  const sharedPoller = startPoller({
    log,
    isTimeSure: () => isTimeSure(clock, database),
    tasks: { "Beginning doctors' days": () => beginDays(database, clock) },
  });
  opened.defer(() => sharedPoller.stop());
}

/**
 * Starts the scheduled backups, if the operator has named a folder for them. The first look is a
 * minute after the start, so that a backup does not delay it.
 */
function startBackups({ config, database, clock, log, opened }: Core): void {
  const { backups: schedule } = config;
  if (schedule === undefined) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  const poller = startPoller({
    log,
    everyMs: 60_000,
    isTimeSure: () => isTimeSure(clock, database),
    tasks: {
      'Backing up': makeBackupTask({ ...config, db: database, clock, log, schedule, signal }),
    },
  });
  opened.defer(() => {
    stopping.abort();
    return poller.stop();
  });
}

/**
 * Starts the task that plays the practice hospitals. Every process runs it, because each knows only
 * its own live streams; one process claims each hospital.
 */
function startMornings({ database, clock, log, opened }: Core, streams: Streams): void {
  const looking = () =>
    streams.all().flatMap(({ actor }) => (actor.practice ? (actor.hospitalId ?? []) : []));
  const mornings = startPoller({
    log,
    tasks: {
      'Playing practice hospitals': () =>
        moveMornings({ db: database, clock, random: Math.random, looking }),
    },
  });
  opened.defer(() => mornings.stop());
}

/**
 * Starts the task for summaries separately, because waiting for a model's answer must delay no other task.
 */
function startSummaries({ config, database, clock, log, opened }: Core): void {
  const summer =
    config.summaries && makeSummer({ db: database, clock, log, settings: config.summaries });
  const summing = startPoller({
    log,
    tasks: summer === undefined ? {} : { 'Summing answers up': summer.go },
  });
  opened.defer(() => summing.stop());
  opened.defer(() => summer?.stop());
}

/** Mounts the routes of hospitals, their staff, their lines and their screens. */
function mountHospital(route: Route, config: Config, passwordRule: PasswordRule): void {
  const { publicUrl } = config;
  mountHospitals(route, { ...operatorOf(config), listing: config.hospitals });
  mountDoctors(route, {
    countAppointments: countToComeOfDoctor,
    isPlanned: isPlannedLater,
    endRight: endRightOfDoctor,
    goOnPast,
    holdNewTimes,
    reassignPatients,
    seeToLeaving: reassignPatientsAndPlans,
    invite: (tx, doctorId, sender, now) => sendInvitation(tx, doctorId, sender, now, publicUrl),
    async withdrawInvitation(tx, doctorId) {
      await deleteInvitation(tx, doctorId);
    },
  });
  mountQueue(route);
  mountLines(route);
  tieToPresence({ goes: closePointsOf, comes: goOnToDoctor });
  mountDayEnd(route);
  mountPractice(route);
  mountAnalytics(route);
  mountArrivals(route, publicUrl);
  mountScreens(route, publicUrl);
  mountTeam(route, {
    publicUrl,
    passwordRule,
    reassignPatients: reassignPatientsAndPlans,
    tellOfKeys: (tx, leaver, now) => mailAboutKeysOfLeaver(tx, leaver, publicUrl, now),
  });
}

/**
 * Mounts the routes for what belongs to a visit: booking, questions before the visit, reports and
 * ratings.
 */
function mountVisits(
  route: Route,
  { publicUrl, summaries }: Config,
  parts: {
    readonly files: FileStores;
    readonly log: Log;
    readonly documents: Documents;
    readonly questions: QuestionBank;
    readonly replays: Replays;
  },
): void {
  const { files, log, documents, questions, replays } = parts;
  mountRatings(route);
  mountReports(route, { files, log }, documents, publicUrl);
  mountAppointments(route, publicUrl);
  mountTimetables(route);
  mountRebooking(route, publicUrl);
  mountAssessments(route, questions, summaries);
  mountVitals(route);
  mountFollowUps(route, publicUrl);
  mountHandOffs(route);
  mountReplay(route, replays);
}

/** Mounts the routes of a person's own data, consents and notifications. */
function mountPerson(
  route: Route,
  config: Config,
  channels: Pick<Offer, 'canSendSms' | 'pushKey'>,
): void {
  mountPeople(route);
  mountConsent(route, consentChanged);
  mountPatients(route);
  mountProfile(route);
  mountErasure(route, operatorOf(config));
  const offer = { ...channels, canSendWhatsapp: config.whatsapp !== undefined };
  mountNotifications(route, { offer, services: config.pushServices });
}

function operatorOf({ operatorEmail, operatorLanguage }: Config) {
  return { operatorEmail, operatorLanguage };
}

/**
 * The installation's public settings, such as sign-in ways and landing page figures. Measured
 * figures are updated every hour.
 */
function siteOf(
  { config, database, clock, log, opened }: Core,
  waysIn: WaysIn,
): SiteOptions['site'] {
  const landing = landingFiguresOf(config.landingFigures, database, clock);
  const measuring = startPoller({
    log,
    everyMs: 3_600_000,
    startsAtOnce: true,
    tasks: { "Measuring the landing page's figures": landing.measure },
  });
  opened.defer(() => measuring.stop());
  return {
    contactEmail: config.contactEmail,
    get figures() {
      return landing.current().figures;
    },
    get figuresBasis() {
      return landing.current().basis;
    },
    signIn: waysIn,
    passwordMin: config.passwordMin,
    abdm: config.abdm !== undefined,
  };
}

/** Mounts the pages and documents that the server writes without the web application. */
function mountPlainPages(
  app: FastifyInstance,
  { config, database, clock }: Core,
  storage: StorageWatch,
): void {
  const { publicUrl, rateLimit } = config;
  mountPlainStyle(app);
  mountTicketPages({ app, database, clock, rateLimit });
  mountSharedPages({ app, database, clock, rateLimit });
  mountFeeds({ app, database, clock, publicUrl, rateLimit });
  mountKeptTimes({ app, database, clock, rateLimit });
  mountHelp({ app, rateLimit, pictureFolder: helpPictureFolder });
  mountApiDocument(app, publicUrl);
  mountHealth(app, database, storage);
  mountSecurityText(app, { publicUrl, contact: config.securityContact, clock });
  if (mayShowOutbox(config)) mountOutbox(app, database);
}

/**
 * Mounts the FHIR interface of hospitals' systems. They call with the same keys as at /api/v1, or
 * with access tokens.
 */
async function mountFhirOf(
  app: FastifyInstance,
  { config, database, clock }: Core,
  secrets: Secrets,
  {
    countRequest,
    notifying,
  }: { readonly notifying: Notifying } & Pick<FhirOptions, 'countRequest'>,
): Promise<void> {
  const { publicUrl, cell, rateLimit } = config;
  const types = scopeOfTypes;
  const addresses = addressesWith(config.webhookNetworks);
  const tokens = makeAccessTokens(secrets, clock, `${publicUrl}${fhirPath}`);
  const known = { db: database, clock, publicUrl, tokens, types };
  mountSchedulingLinks({ app, database, clock, publicUrl, rateLimit });
  await mountFhir({
    app,
    database,
    clock,
    publicUrl,
    countRequest,
    readBands: listAgeBands,
    subscriptions: { addresses, secrets, wake: notifying.wake },
    authenticate: (token, address) => authenticateSystem(known, token, address),
  });
  await mountSmart({
    ...known,
    app,
    cell,
    fhirPath,
    rateLimit,
    tokenUrl: `${publicUrl}${tokenPath}`,
    keySets: makeKeySets(addresses),
  });
}

/**
 * Where the server stores its data: the folders on this machine, or a database server. With a
 * database server there are no folders.
 */
function storageOf({ config, databaseFolder }: AppOptions): StorageOptions {
  if (config.databaseUrl !== undefined) {
    return { folders: [], databaseIsAt: 'the database server that DATABASE_URL names' };
  }
  const folders = [databaseFolder ?? config.dataDir, config.dataDir];
  return { folders: [...new Set(folders)], databaseIsAt: folders[0] ?? config.dataDir };
}

/**
 * Logs a warning for each hospital that the configuration names but that does not exist. It is no
 * error, because the hospital may be created later.
 */
async function sayWhichHospitalsAreUnknown(
  db: OpenDatabase,
  providers: Config['hospitalProviders'],
  log: Log,
): Promise<void> {
  const ids = providers.map(({ hospitalId }) => hospitalId);
  for (const hospitalId of await listUnknownHospitals(db, ids)) {
    log.warn(
      { hospitalId },
      'STAFF_OPENID names a hospital that does not exist, so its staff cannot sign in that way. Correct the id, or create the hospital.',
    );
  }
}

/**
 * Logs which ways to sign in are not configured, so that an operator knows why a sign-in button is
 * missing.
 */
function sayWhatIsNotOffered(waysIn: WaysIn, log: Log): void {
  if (!waysIn.google) {
    log.info(
      { missing: 'GOOGLE_CLIENT_ID' },
      'Signing in with Google is not offered. To offer it, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    );
  }
  if (!waysIn.phone) {
    log.info(
      { missing: 'TWILIO_ACCOUNT_SID' },
      'Signing in by phone is not offered. To offer it, set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
    );
  }
}
