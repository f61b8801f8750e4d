using System.Text.Json.Serialization;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Workers;

/// <summary>
/// A message between a source process (child, <see cref="SourceProcess"/>) and its parent (<see cref="WorkerProcess"/>): one
/// JSON object per line over the child's standard streams. Both ends are the same build, so a message may change without
/// regard for older versions. The attributes below must list each kind of message, or it cannot be serialized.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(OpenTask), "open")]
[JsonDerivedType(typeof(StartAt), "start")]
[JsonDerivedType(typeof(Stop), "stop")]
[JsonDerivedType(typeof(Hello), "hello")]
[JsonDerivedType(typeof(ClockQuestion), "clock")]
[JsonDerivedType(typeof(ClockAnswer), "clock_is")]
[JsonDerivedType(typeof(StillHere), "still_here")]
[JsonDerivedType(typeof(Ready), "ready")]
[JsonDerivedType(typeof(Heartbeat), "heartbeat")]
[JsonDerivedType(typeof(Finished), "finished")]
[JsonDerivedType(typeof(AuditTask), "audit")]
[JsonDerivedType(typeof(Audited), "audited")]
[JsonDerivedType(typeof(Failed), "failed")]
internal abstract record WorkerMessage;

/// <summary>
/// To the child, from <see cref="ProcessRun"/>: start the sources at this moment.
/// </summary>
/// <param name="Timestamp">Ticks of the monotonic clock of the child's machine.</param>
internal sealed record StartAt(long Timestamp) : WorkerMessage;

/// <summary>
/// To the child, from <see cref="ProcessRun"/> or <see cref="SpreadAudit"/>: stop ingestion before the next batch of each
/// lane, or cancel the audit. Without an ingestion or audit it has no effect.
/// </summary>
internal sealed record Stop : WorkerMessage;

/// <summary>From a child on another host, as its first message: its build and its host.</summary>
/// <param name="Build">Identity of the build, see <see cref="Hosts.BuildIdentity"/>.</param>
/// <param name="Files">Hashes of the files that it loads besides the build, by path, see <see cref="Hosts.LoadedFiles"/>.</param>
/// <param name="TicksPerS">Ticks per second of its monotonic clock.</param>
/// <param name="Environment">The environment of its host.</param>
internal sealed record Hello(string Build, IReadOnlyDictionary<string, string> Files, long TicksPerS, EnvironmentInfo Environment)
    : WorkerMessage;

/// <summary>To the child: report your clock. Sent before and after a trial, never during one.</summary>
internal sealed record ClockQuestion : WorkerMessage;

/// <summary>From the child, in answer to a <see cref="ClockQuestion"/>.</summary>
/// <param name="Received">Ticks of its clock when the question arrived.</param>
/// <param name="Answered">Ticks of its clock when the answer left.</param>
internal sealed record ClockAnswer(long Received, long Answered) : WorkerMessage;

/// <summary>
/// To a child on another host, every 5 s, also during a trial: the parent lives. A child that hears nothing for 20 s ends.
/// </summary>
internal sealed record StillHere : WorkerMessage;

/// <summary>From the child: every source and writer is open.</summary>
internal sealed record Ready : WorkerMessage;

/// <summary>
/// From the child, four times per second, also between trials: it is alive. <see cref="WorkerProcess"/> keeps the latest
/// values.
/// </summary>
/// <param name="AcknowledgedRecords">Records, or operations of a mix, acknowledged so far. Null outside a trial.</param>
/// <param name="Used">The child's resource use in this trial, if the child runs on another host. Else null.</param>
/// <param name="Snapshot">In a watched trial, about once per second: how far its ingestion is. Else null.</param>
internal sealed record Heartbeat(long? AcknowledgedRecords, ResourceReading? Used = null, IngestSnapshot? Snapshot = null)
    : WorkerMessage;

/// <summary>From the child: every source has ended and every writer is closed.</summary>
/// <param name="Outcome">Outcome of the child's sources.</param>
/// <param name="Used">The child's resource use from the common start to its last acknowledgement, if the child runs on another
/// host. Else null.</param>
/// <param name="Machine">Use of the child's host by other programs, if that is another host. Else null. It includes the use by
/// other source processes.</param>
/// <param name="CapacityS">CPU seconds that all cores of the host had in the span of <paramref name="Machine"/>.</param>
internal sealed record Finished(
    IngestOutcome Outcome, ResourceReading? Used = null, MachineUse? Machine = null, double CapacityS = 0) : WorkerMessage;

/// <summary>From the child: the verdict on its share of the sources, in answer to an <see cref="AuditTask"/>.</summary>
internal sealed record Audited(AuditResult Result) : WorkerMessage;

/// <summary>From the child: it could not open or audit what its task describes.</summary>
internal sealed record Failed(string Message, bool IsUnreachable, string? Details = null) : WorkerMessage;
