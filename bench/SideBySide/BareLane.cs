using DbIngest.Core.Records;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Bench.SideBySide;

/// <summary>A source, a batch and a writer of the null target, without the pipeline round them.</summary>
internal sealed class BareLane : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly SyntheticWorkload _workload = new(seed: 1);

    public BareLane(int batch)
    {
        Target = TargetCatalog.Find("null").Open(new TargetOptions { WorkFolder = _folder.Path });
        Target.Prepare(new TrialTable(_workload.Schema, 1, batch));
        Records = _workload.Open(0);
        Writer = Target.OpenWriter(0);
        Batch = new RecordBatch(_workload.Schema, batch);
    }

    public ITarget Target { get; }

    public IWorkload Workload => _workload;

    public IRecordSource Records { get; }

    public IBatchWriter Writer { get; }

    public RecordBatch Batch { get; }

    public void Dispose()
    {
        Writer.Dispose();
        Records.Dispose();
        Target.Dispose();
        _workload.Dispose();
        _folder.Dispose();
    }
}
