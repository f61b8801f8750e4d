using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Null;

namespace DbIngest.Runner.Tests.Opening;

/// <summary>
/// The null target, which opens once: the disk of its files is full afterwards. With blocks a sweep opens each target once before
/// its first trial, and then again for each block.
/// </summary>
internal sealed class OpenedOnce : TargetDefinition
{
    private readonly NullDefinition _inner = new();
    private int _opened;

    public override string Name => _inner.Name;

    public override string Summary => _inner.Summary;

    public override string Needs => _inner.Needs;

    public override DataModel Model => _inner.Model;

    public override IReadOnlyList<DurabilityContract> Contracts => _inner.Contracts;

    /// <summary>A sweep of this database with blocks.</summary>
    public static SweepRequest Request() => new SweepRequestReader([new OpenedOnce()], static _ => null)
        .Read((RunOptions)CommandReader.Read(["--db=null", "--isolate"]).Options!);

    public override ITarget Open(TargetOptions options) =>
        ++_opened == 1 ? _inner.Open(options) : throw new IOException("No space left on device");

    public override TargetAvailability Probe(TargetOptions options) => _inner.Probe(options);
}
