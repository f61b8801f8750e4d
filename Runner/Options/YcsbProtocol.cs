using System.Globalization;
using System.Numerics;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Maps the properties of YCSB's core workload (its <c>CoreWorkload</c>, version 0.17) to option values, which
/// <see cref="SweepRequestReader"/> applies as it applies a study's protocol. A property that changes what a figure means and
/// that DbIngest lacks is refused by name. A property that changes nothing here becomes a note with the reason. Only the length
/// of scans is dropped without a note, if the mix has no scans.
/// </summary>
/// <param name="properties">The properties.</param>
/// <param name="reader">Receives the refusals.</param>
internal sealed class YcsbProtocol(YcsbProperties properties, OptionReader reader)
{
    /// <summary>Weight of an operation with proportion 1, so proportions keep six decimal places.</summary>
    private const int WeightOfOne = 1_000_000;
    private const int ValueBytes = sizeof(double);
    private const string LoadBatch = "100";

    private static readonly string[] CoreWorkloads =
        ["site.ycsb.workloads.CoreWorkload", "com.yahoo.ycsb.workloads.CoreWorkload", "core"];

    /// <summary>Properties that change nothing here, each with the reason that the note gives.</summary>
    private static readonly Dictionary<string, string> NotApplied = new(StringComparer.Ordinal)
    {
        ["table"] = "each trial names its table",
        ["insertorder"] = "a record's key is its source and sequence",
        ["zeropadding"] = "a record's key is its source and sequence",
        ["dataintegrity"] = "every answer is checked",
        ["dotransactions"] = "a trial loads and then runs the mix",
        ["db"] = "--db names the database",
        ["exporter"] = "a result folder holds the figures",
        ["exportfile"] = "a result folder holds the figures",
        ["measurementtype"] = "every service time is in a histogram",
        ["measurement.interval"] = "times are those of the schedule with target, of service without",
        ["histogram.buckets"] = "every service time is in a histogram",
        ["status.interval"] = "progress has its own interval",
        ["core_workload_insertion_retry_limit"] = "--retries says how often",
        ["core_workload_insertion_retry_interval"] = "--retry-delay says how long",
    };

    private readonly List<string> _notes = [];

    /// <summary>Reads all properties.</summary>
    /// <returns>The option values, with a sentence for each property that is not applied.</returns>
    public StudyProtocol Read()
    {
        var axes = new Dictionary<Axis, string>();
        string workload = properties.Text("workload", CoreWorkloads[0]);
        if (!CoreWorkloads.Contains(workload))
        {
            Refuse("workload", $"'{workload}' is not YCSB's core workload; only its properties are known");
        }

        string mix = Mix(out bool inserts, out bool scans);
        axes[SweepAxes.Mix] = mix;
        axes[SweepAxes.Records] = Whole("recordcount", 0, 1);
        axes[SweepAxes.Operations] = Whole("operationcount", 0, 1);
        axes[SweepAxes.Sources] = "1";
        axes[SweepAxes.InFlight] = Whole("threadcount", 1, 1);
        axes[SweepAxes.Batch] = inserts ? "1" : LoadBatch;
        axes[SweepAxes.Values] = Values();
        if (properties.Has("target") && properties.Text("target", "0") is not "0")
        {
            axes[SweepAxes.Rate] = Whole("target", 0, 1);
        }

        if (properties.Has("maxexecutiontime") && properties.Text("maxexecutiontime", "0") is not "0")
        {
            axes[SweepAxes.Duration] = Whole("maxexecutiontime", 0, 1);
        }

        ReadScans(scans);
        ReadFields();
        foreach (var (key, value) in properties.Unread)
        {
            if (NotApplied.TryGetValue(key, out string? why))
            {
                _notes.Add($"{key}={value} is not applied: {why}");
            }
            else
            {
                Refuse(key, "it is not known; leave it out, or see --endpoint for what concerns one database");
            }
        }

        if (!inserts)
        {
            _notes.Add($"records are loaded in batches, of {LoadBatch} where --batch is left out, not one by one");
        }

        // The file does not say how the store is deployed. YCSB's clients reach it directly and find records by their key.
        return new(axes, Defaults.Trials, Defaults.WarmUp)
        {
            Departures = _notes,
            LeavesOpen = [SweepAxes.Nodes],
            Choices = new Dictionary<Axis, string>
            {
                [SweepAxes.Via] = SweepAxes.ViaNone,
                [SweepAxes.Index] = TableIndex.Key,
            },
        };
    }

    private string Mix(out bool inserts, out bool scans)
    {
        var weights = new List<string>();
        inserts = Weigh("insert", "insertproportion", "0", weights);
        Weigh("read", "readproportion", "0.95", weights);
        Weigh("update", "updateproportion", "0.05", weights);
        scans = Weigh("scan", "scanproportion", "0", weights);
        Weigh("rmw", "readmodifywriteproportion", "0", weights);
        string keys = properties.Text("requestdistribution", "uniform");
        string? ours = keys switch { "uniform" => "uniform", "zipfian" => "ycsb", "latest" => "latest", _ => null };
        if (ours is null)
        {
            Refuse("requestdistribution", $"'{keys}' is not offered; uniform, zipfian and latest are");
        }

        string mix = string.Join(',', ours is null or "uniform" ? weights : weights.Append($"keys={ours}"));
        if (weights.Count == 0)
        {
            Refuse("readproportion", "all proportions are 0");
        }
        else if (ours is not null && !Core.Operations.OperationMix.TryParse(mix, out _))
        {
            Refuse("readmodifywriteproportion", "a mix with it is not offered");
        }

        return mix;
    }

    private bool Weigh(string name, string key, string otherwise, List<string> weights)
    {
        string text = properties.Text(key, otherwise);
        if (!decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal share) || share > 1)
        {
            Refuse(key, $"'{text}' is not a share from 0 to 1");
            return false;
        }

        int weight = (int)decimal.Round(share * WeightOfOne);
        if (weight > 0)
        {
            weights.Add(string.Create(CultureInfo.InvariantCulture, $"{name}={weight}"));
        }

        return weight > 0;
    }

    private string Values()
    {
        string fields = Whole("fieldcount", 10, 1);
        string length = Whole("fieldlength", 100, 1);
        var bytes = BigInteger.Parse(fields, CultureInfo.InvariantCulture)
            * BigInteger.Parse(length, CultureInfo.InvariantCulture);
        _notes.Add(string.Create(CultureInfo.InvariantCulture,
            $"a record of {fields} texts of {length} bytes is read as {(bytes + ValueBytes - 1) / ValueBytes} doubles"));
        Only("fieldlengthdistribution", "constant");
        return ((bytes + ValueBytes - 1) / ValueBytes).ToString(CultureInfo.InvariantCulture);
    }

    private void ReadScans(bool scans)
    {
        string longest = Core.Operations.OperationMix.LongestScan.ToString(CultureInfo.InvariantCulture);
        string asked = properties.Text("maxscanlength", "1000");
        string least = properties.Text("minscanlength", "1");
        string law = properties.Text("scanlengthdistribution", "uniform");
        string? key = asked != longest ? "maxscanlength" : least != "1" ? "minscanlength"
            : law != "uniform" ? "scanlengthdistribution" : null;
        if (scans && key is not null)
        {
            Refuse(key, $"a scan has 1 to {longest} records, each length equally likely; the workload asks for {least} to "
                + $"{asked}, {law}");
        }
    }

    private void ReadFields()
    {
        Only("readallfields", "true");
        if (properties.Text("writeallfields", "false") is not "true")
        {
            _notes.Add("an update writes the whole record, as with writeallfields=true");
        }
    }

    private void Only(string key, string value)
    {
        if (properties.Text(key, value) is var asked && asked != value)
        {
            Refuse(key, $"'{asked}' is not offered; {value} is");
        }
    }

    private string Whole(string key, long otherwise, long least)
    {
        string text = properties.Text(key, otherwise.ToString(CultureInfo.InvariantCulture));
        if (!long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) || number < least)
        {
            Refuse(key, properties.Has(key) ? $"'{text}' is not a whole number from {least}" : "it is missing");
            return Math.Max(least, otherwise).ToString(CultureInfo.InvariantCulture);
        }

        return number.ToString(CultureInfo.InvariantCulture);
    }

    private void Refuse(string key, string problem) => reader.Refuse($"{properties.PlaceOf(key)}: {key}: {problem}.");
}
