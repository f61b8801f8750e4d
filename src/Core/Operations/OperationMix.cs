using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;
using DbIngest.Abstractions.Operations;

namespace DbIngest.Core.Operations;

/// <summary>
/// The weights of the operations of a trial: <c>insert=50,read=30,update=15,scan=5</c>, with <c>keys=zipfian</c>,
/// <c>keys=ycsb</c> or <c>keys=latest</c> instead of uniformly chosen records, or the name of a YCSB workload (<c>ycsb-a</c>).
/// With <c>keys=zipfian:shared</c> all lanes of all sources draw from the same records. It is a value of the axis <c>mix</c>:
/// option, point and journal carry its text, so the form must stay readable. <see cref="OperationStream"/> and
/// <c>SharedStream</c> draw operations by its weights. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<OperationMix>))]
public sealed record OperationMix : IWritten<OperationMix>
{
    /// <summary>The largest weight.</summary>
    public const int LargestWeight = 1_000_000;

    /// <summary>Most records of a scan. Lengths from 1 to this are equally likely, as in YCSB.</summary>
    public const int LongestScan = 100;

    /// <summary>
    /// The core workloads of YCSB (Cooper et al., "Benchmarking cloud serving systems with YCSB", SoCC 2010, table 2).
    /// </summary>
    public static readonly IReadOnlyDictionary<string, string> Presets = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["ycsb-a"] = "read=50,update=50,keys=ycsb",
        ["ycsb-b"] = "read=95,update=5,keys=ycsb",
        ["ycsb-c"] = "read=100,keys=ycsb",
        ["ycsb-d"] = "insert=5,read=95,keys=latest",
        ["ycsb-e"] = "insert=5,scan=95,keys=ycsb",
        ["ycsb-f"] = "read=50,rmw=50,keys=ycsb",

        // Study 2's workloads A to E: YCSB's clients share all records.
        ["study2-a"] = "read=100,keys=ycsb:shared",
        ["study2-b"] = "read=75,update=25,keys=ycsb:shared",
        ["study2-c"] = "read=50,update=50,keys=ycsb:shared",
        ["study2-d"] = "read=25,update=75,keys=ycsb:shared",
        ["study2-e"] = "update=100,keys=ycsb:shared",

        // Study 3's loads. Their shares and keys are assumed.
        ["study3-rh"] = "insert=20,read=80,keys=uniform:shared",
        ["study3-wh"] = "insert=80,read=20,keys=uniform:shared",
        ["study3-mx"] = "insert=50,read=50,keys=uniform:shared",

        // Study 4's methods, one at a time. Two lanes cannot delete the same record.
        ["study4-get"] = "read=100,keys=uniform:shared",
        ["study4-post"] = "insert=100,keys=uniform:shared",
        ["study4-put"] = "update=100,keys=uniform:shared",
        ["study4-delete"] = "delete=100",
    };

    private const string Shared = ":shared";

    private static readonly string[] Names = ["insert", "read", "update", "delete", "scan", "rmw", "rmw-plain", "find"];

    private OperationMix(int[] weights, KeyChoice keys, bool isShared)
    {
        Weights = weights;
        Keys = keys;
        IsShared = isShared;
    }

    /// <inheritdoc/>
    public static string Form => "A mix is weights by name, 'insert=50,read=50'.";

    /// <summary>How records are chosen.</summary>
    public KeyChoice Keys { get; }

    /// <summary>
    /// True if all lanes of all sources draw from all loaded records, so that they meet on popular ones. False if each lane owns
    /// its records.
    /// </summary>
    public bool IsShared { get; }

    /// <summary>Weights of insert, read, update, delete, scan, rmw, rmw-plain and find, in this order.</summary>
    internal IReadOnlyList<int> Weights { get; }

    /// <summary>The sum of the weights, above 0.</summary>
    internal int TotalWeight => Weights.Sum();

    /// <summary>True if the mix updates, increments or deletes records, so that lanes must remember versions.</summary>
    internal bool HasVersions => Weights[2] > 0 || Weights[3] > 0 || Increments;

    /// <summary>
    /// True if the mix reads, adds one and writes (<c>rmw</c>, <c>rmw-plain</c>). The version of a record then counts its
    /// increments.
    /// </summary>
    public bool Increments => Weights[5] > 0 || Weights[6] > 0;

    /// <summary>True if the mix changes records under a condition (<c>rmw</c>).</summary>
    internal bool NeedsCondition => Weights[5] > 0;

    /// <summary>True if the mix finds records by their time (<c>find</c>).</summary>
    public bool Finds => Weights[7] > 0;

    /// <summary>
    /// True if some increments are written without a condition (<c>rmw-plain</c>), so that lanes may undo each other's.
    /// </summary>
    public bool MayLoseUpdates => IsShared && Weights[6] > 0;

    /// <summary>
    /// The single-record operations that a client must support to run the mix. A lane needs a writer with reads for every mix,
    /// also where all operations are insertions.
    /// </summary>
    public RecordOperations Operations =>
        RecordOperations.Read
        | (Weights[2] > 0 || Weights[6] > 0 ? RecordOperations.Update : RecordOperations.None)
        | (Weights[3] > 0 ? RecordOperations.Delete : RecordOperations.None)
        | (Weights[4] > 0 ? RecordOperations.Scan : RecordOperations.None)
        | (NeedsCondition ? RecordOperations.UpdateIf : RecordOperations.None)
        | (Finds ? RecordOperations.Find : RecordOperations.None);

    /// <summary>Why the mix cannot be run, with the remedy. Null if it can.</summary>
    public string? Refusal =>
        !IsShared ? null
        : Weights[3] > 0 ? $"{this}: a record that one lane deletes could not be told from one that another lane's update lost; "
            + "leave delete out, or leave :shared out, so that no two lanes delete the same record"
        : Keys == KeyChoice.Latest && HasVersions ? $"{this}: with shared records, keys=latest is for reads and scans; write "
            + "keys=zipfian:shared, or leave :shared out"
        : Increments && Weights[2] > 0 ? $"{this}: rmw counts in the version what update sets; give them in separate mixes, "
            + "or leave :shared out"
        : null;

    /// <summary>The mix for reports: the name of a preset if it equals one.</summary>
    public string Words => Presets.FirstOrDefault(preset => TryParse(preset.Value, out var mix) && mix.Equals(this)).Key
        ?? ToString();

    /// <summary>Fewest records that a source must insert before the trial, so that each of its lanes owns some.</summary>
    /// <param name="batch">Records per batch.</param>
    /// <param name="lanes">Lanes per source.</param>
    public static long LeastRecords(int batch, int lanes) => ((lanes - 1L) * LaneKeys.BlockLength(batch)) + 1;

    /// <summary>Updates among all operations, 0 to 1.</summary>
    public double UpdateShare => Weights[2] / (double)TotalWeight;

    /// <summary>Records that an operation inserts or changes, on average. Reads and deletions store nothing.</summary>
    /// <param name="batch">Records per insertion.</param>
    public double WrittenRecords(int batch) =>
        (((double)Weights[0] * batch) + Weights[2] + Weights[5] + Weights[6]) / TotalWeight;

    /// <summary>True if the mix has only reads and updates, so that its update share describes it.</summary>
    public bool IsReadsAndUpdates => Weights[1] + Weights[2] == TotalWeight;

    /// <summary>True if the mix changes nothing.</summary>
    public bool IsReadOnly => Weights[1] + Weights[4] + Weights[7] == TotalWeight;

    /// <summary>True if the mix inserts records.</summary>
    public bool Inserts => Weights[0] > 0;

    /// <summary>Returns the same operations by the same law of keys, without sharing: each lane owns its records.</summary>
    public OperationMix Apart() => new([.. Weights], Keys, isShared: false);

    /// <summary>Returns the mix with equal weights. It is the same for mixes that run the same code of the client.</summary>
    public OperationMix Unweighted() => new([.. Weights.Select(weight => Math.Min(weight, 1))], Keys, IsShared);

    /// <summary>Parses a mix.</summary>
    /// <param name="text">What <see cref="ToString"/> writes, or the name of a preset.</param>
    /// <param name="mix">The mix, if the text is valid.</param>
    /// <returns>True for known names, each at most once, with whole weights of which one is above 0.</returns>
    public static bool TryParse(string? text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out OperationMix? mix)
    {
        mix = null;
        string asked = (text ?? string.Empty).Trim().ToLowerInvariant();
        var keys = KeyChoice.Uniform;
        bool isShared = false;
        int[] weights = new int[Names.Length];
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (string part in Presets.GetValueOrDefault(asked, asked).Split(','))
        {
            string[] pair = part.Split('=', 2, StringSplitOptions.TrimEntries);
            int index = Array.IndexOf(Names, pair[0]);
            bool isRead = pair.Length == 2 && seen.Add(pair[0]) && (pair[0] == "keys"
                ? TryParseKeys(pair[1], out keys, out isShared)
                : index >= 0 && int.TryParse(pair[1], NumberStyles.None, CultureInfo.InvariantCulture, out weights[index])
                    && weights[index] <= LargestWeight);
            if (!isRead)
            {
                return false;
            }
        }

        mix = weights.Any(weight => weight > 0) ? new OperationMix(weights, keys, isShared) : null;
        return mix is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join(',', Enumerable.Range(0, Names.Length)
        .Where(i => Weights[i] > 0)
        .Select(i => string.Create(CultureInfo.InvariantCulture, $"{Names[i]}={Weights[i]}"))
        .Concat(Keys == KeyChoice.Uniform && !IsShared ? []
            : [$"keys={Keys.ToString().ToLowerInvariant()}{(IsShared ? Shared : string.Empty)}"]));

    /// <inheritdoc/>
    public bool Equals(OperationMix? other) => other is not null
        && Keys == other.Keys && IsShared == other.IsShared && Weights.SequenceEqual(other.Weights);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(ToString());

    /// <summary>Maps the index of a weight to the kind of operation.</summary>
    internal static OperationKind KindOf(int index, int batch) => index switch
    {
        0 => batch == 1 ? OperationKind.InsertOne : OperationKind.InsertBatch,
        1 => OperationKind.Read,
        2 => OperationKind.Update,
        3 => OperationKind.Delete,
        4 => OperationKind.Scan,
        5 => OperationKind.ReadModifyWrite,
        6 => OperationKind.PlainReadModifyWrite,
        _ => OperationKind.Find,
    };

    private static bool TryParseKeys(string text, out KeyChoice keys, out bool isShared)
    {
        isShared = text.EndsWith(Shared, StringComparison.Ordinal);
        string name = isShared ? text[..^Shared.Length] : text;
        return Enum.TryParse(name, ignoreCase: true, out keys) && Enum.IsDefined(keys) && char.IsAsciiLetter(name[0]);
    }
}
