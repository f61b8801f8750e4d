using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Bench.SideBySide;

/// <summary>
/// The null target with a workload and one batch, without the pipeline. <see cref="NullContest"/>,
/// <see cref="AllocationContest"/> and <c>RecordBench</c> create it. Open its writers only after the target is prepared for a
/// trial.
/// </summary>
internal sealed class BareLane : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly SyntheticWorkload _workload = new(seed: 1);

    public BareLane(int batch)
    {
        Target = TargetCatalog.Find("null").Open(new TargetOptions { WorkFolder = _folder.Path });
        Batch = new RecordBatch(_workload.Schema, batch);
    }

    public ITarget Target { get; }

    public IWorkload Workload => _workload;

    public RecordBatch Batch { get; }

    public void Dispose()
    {
        Target.Dispose();
        _workload.Dispose();
        _folder.Dispose();
    }
}
