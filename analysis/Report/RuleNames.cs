namespace DbIngest.Analysis.Report;

/// <summary>
/// Lists the names of the rules, equal to the headings of <c>docs/explanation/methodology.md</c>, with which a test compares
/// them. <see cref="RuleTable"/> and the reference page of the rules (<c>RulesPage</c>) show them. The place in the list is the
/// rule's number: append new names, never insert or reorder.
/// </summary>
public static class RuleNames
{
    private static readonly string[] All =
    [
        "Interval, n, standard deviation, coefficient of variation, every raw run",
        "Costs average arithmetically, rates harmonically",
        "Student t interval",
        "Repeat at the level where the variance arises",
        "A comparison is a ratio with its own interval",
        "A fixed discard is a protocol, not proof of a steady state",
        "No outlier is dropped",
        "Interleave or randomise the order",
        "Check the assumptions",
        "Two-way analysis of variance, effect sizes, Tukey",
        "Pairwise tests at many points are a family",
        "A practical threshold first, then equivalence",
        "Closed-loop throughput first; latency only for what it is",
        "Merge histograms, never average percentiles",
        "Acknowledged records only",
        "Audit after each run",
        "State the durability contract, compare like with like",
        "Time to acknowledgement and time to quiescence",
        "Calibrate with a null target",
        "Barrier start, one clock, makespan and spread",
        "Identical data; generation outside the timed region or its share shown",
        "Sample the server's and the client's resources",
        "Capture the environment",
        "Plot every point with its interval",
        "Default and tuned configurations are separate entries",
        "Disk space: flush, subtract the baseline, split, quotient and slope",
        "Licences that forbid publishing figures",
        "One warm state before every trial",
        "A machine of its own",
        "Results as they were written",
        "Bottlenecks ruled out",
        "The batch is a choice",
        "A sustainable rate is an edge with an interval",
        "A fault counts where it happened, and its losses have a bound",
        "Disorder and repeats stand beside the figures",
        "An acknowledged record can be read",
        "Throughput at its level, or said to fall",
        "Questions beside the load have right answers",
    ];

    /// <summary>Number of rules.</summary>
    public static int Count => All.Length;

    /// <summary>Returns the name of a rule.</summary>
    /// <param name="rule">Number of the rule, 1 to <see cref="Count"/>.</param>
    public static string Of(int rule) => All[rule - 1];
}
