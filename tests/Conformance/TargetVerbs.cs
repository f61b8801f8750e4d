using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

/// <summary>The verbs of a target that take a token, by name.</summary>
public static class TargetVerbs
{
    internal static IReadOnlyList<string> Names { get; } =
    [
        nameof(ITarget.Describe), nameof(ITarget.MeasureSpace), nameof(ITarget.OpenWriter), nameof(ITarget.Settle),
            nameof(ITarget.Audit),
        nameof(ITarget.Attach), nameof(ITarget.Clean), nameof(ITarget.Prepare),
    ];

    /// <summary>The same for theories.</summary>
    public static TheoryData<string> Data => [.. Names];

    /// <summary>A few of them: those that make, write and read the table.</summary>
    public static IReadOnlyList<string> Few { get; } =
        [nameof(ITarget.Prepare), nameof(ITarget.OpenWriter), nameof(ITarget.Audit)];

    /// <summary>True if the verb takes longer the more records the table has.</summary>
    internal static bool WorksOnRecords(string verb) =>
        verb is not (nameof(ITarget.Describe) or nameof(ITarget.OpenWriter) or nameof(ITarget.Attach));

    /// <summary>Calls a verb.</summary>
    internal static void Run(string verb, ITarget target, TrialTable table, CancellationToken cancellation)
    {
        switch (verb)
        {
            case nameof(ITarget.Describe):
                target.Describe(cancellation);
                break;
            case nameof(ITarget.MeasureSpace):
                target.MeasureSpace(cancellation);
                break;
            case nameof(ITarget.OpenWriter):
                target.OpenWriter(0, cancellation).Dispose();
                break;
            case nameof(ITarget.Settle):
                target.Settle(cancellation);
                break;
            case nameof(ITarget.Audit):
                target.Audit(new StoredContent(table.Schema.ValueCount, table.RecordsPerSource,
                    [.. Enumerable.Repeat<IReadOnlyList<SequenceRange>>([], table.Sources)]), cancellation);
                break;
            case nameof(ITarget.Attach):
                target.Attach(table, cancellation);
                break;
            case nameof(ITarget.Clean):
                target.Clean(cancellation);
                break;
            default:
                target.Prepare(table, cancellation);
                break;
        }
    }
}
