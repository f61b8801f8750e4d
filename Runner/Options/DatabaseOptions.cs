using CommandLine;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Declares the options that say where databases are and how to log in. Every visible verb that opens a database derives its
/// option class from this one. <c>CommandExecution</c> hides the secrets of <see cref="Endpoints"/> from every message, which
/// it can only for classes of this base. The readers check the values. Null and empty mean that the user gave nothing.
/// <see cref="Defaults"/> has the default texts.
/// </summary>
internal abstract class DatabaseOptions
{
    [Option("db", MetaValue = "NAMES",
        HelpText = $"Databases under test, one or several separated by commas. Default: {Defaults.Databases}; of 'targets': "
            + "all.")]
    public NameList? Databases { get; init; }

    [Option("plugin", MetaValue = "FILE",
        HelpText = "A plug-in: an assembly with further databases, written against DbIngest.Abstractions (repeatable). "
            + "--db may then name them. It runs with the rights of this program.")]
    public IEnumerable<string> Plugins { get; init; } = [];

    [Option("endpoint", MetaValue = "[DB=]WHERE",
        HelpText = "Where a database is: a connection string or path; with several databases, one DB=WHERE each "
            + "(repeatable). Options follow a question mark, see 'targets --options'; an option with a list is an "
            + "axis: '?rows=100,200'. Default: the database's own, see 'targets'.")]
    public IEnumerable<string> Endpoints { get; init; } = [];

    [Option("cluster", MetaValue = "FILES",
        HelpText = "Deployments to measure, by their files, separated by commas (see 'cluster'). Several are an axis. "
            + "They decide --db; --endpoint may add options: '?rows=500'.")]
    public string? Clusters { get; init; }

    [Option("password-file", MetaValue = "[DB=]FILE", HelpText = "A file whose first line is the password (repeatable). "
        + "Default: the environment variable DBINGEST_<DB>_PASSWORD, if set.")]
    public IEnumerable<string> PasswordFiles { get; init; } = [];

    [Option("work-folder", MetaValue = "DIR",
        HelpText = "Folder in which databases started by this program keep their files: put it on the disk to be "
            + "measured. Default: a temporary folder beside the result folder.")]
    public string? WorkFolder { get; init; }

    [Option("request-timeout", MetaValue = "SECONDS",
        HelpText = $"Longest duration of one request before it counts as failed. Default: {Defaults.RequestTimeout}. "
            + "Maximum: 3600.")]
    public DecimalValue? RequestTimeout { get; init; }
}
