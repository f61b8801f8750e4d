namespace DbIngest.Core.Plan;

/// <summary>
/// Declares the axes of load through the HTTP service (<c>--via</c>, <c>--threads</c>, <c>--service-connections</c>,
/// <c>--http</c>), and of the indexes of the table (<c>--index</c>). <see cref="SweepAxes"/> registers them. Keys of points
/// contain their values, so no value may be renamed.
/// </summary>
internal static class ServiceAxes
{
    /// <summary>Names of the thread models of the service, the default first.</summary>
    internal static readonly string[] ThreadModels = ["queue", "dedicated", "pool", "async"];

    /// <summary>
    /// What stands between the sources and the database: <see cref="SweepAxes.ViaNone"/>, <see cref="SweepAxes.ViaService"/> or
    /// the <see cref="ServiceUrl"/> of a service that the user has started. With the axis the table has a unique key on every
    /// way, so that the ways differ in nothing else. Absent without <c>--via</c>.
    /// </summary>
    public static WordAxis Via() => new()
    {
        Name = "via",
        Field = "via",
        MetaValue = "NAMES",
        Summary = "The way from the sources to the database. none: directly. service: through an HTTP service ('dbingest "
            + "serve') that the run starts for each trial. A URL (http://HOST:PORT): through a service that runs already, whose "
            + "store --endpoint names. With each of them the table has a unique key on source and sequence number.",
        DefaultMeaning = "none, and no key",
        Wanted = "a way to the database; it is none, service, or the URL of a service without user, password and path, as "
            + "http://127.0.0.1:8480",
        Allows = way => way is SweepAxes.ViaNone or SweepAxes.ViaService || ServiceUrl.TryRead(way, out _),
        Normalizes = ServiceUrl.Normalize,
        IsOptional = true,
        Nesting = 36,
        PhraseWhenAbsent = "without --via",
        Opens = (options, _) => options,
        Says = way => way switch
        {
            SweepAxes.ViaService => "through the service",
            SweepAxes.ViaNone => "directly",
            _ => $"through the service at {way}",
        },
    };

    /// <summary>
    /// Whether the table has the unique key by which single records are found, and an index on their time:
    /// <see cref="TableIndex"/>. Absent without <c>--index</c>: the key alone.
    /// </summary>
    public static WordAxis Index() => new()
    {
        Name = "index",
        Field = "index",
        MetaValue = "NAMES",
        Summary = "Indexes of the table of a mix, or of --queries. key: the unique key by which single records are found. none: "
            + "no key, so that each read and change reads the whole table. time: the key, and an index on source and timestamp "
            + "by which find and --queries find records. Of a layout of two databases, none takes the key from the control "
            + "data, and from the records where their database reads them without the key.",
        DefaultMeaning = "key with a mix; with --queries alone, the table of a sweep without them",
        Wanted = $"an index; it is {TableIndex.Key}, {TableIndex.Time} or {TableIndex.None}",
        Allows = name => name is TableIndex.Key or TableIndex.Time or TableIndex.None,
        IsOptional = true,
        Nesting = 38,
        PhraseWhenAbsent = $"index {TableIndex.Key}",
        Opens = (options, _) => options,
        Says = name => $"index {name}",
    };

    /// <summary>Which thread of the service does the work of a request. Absent without <c>--threads</c>.</summary>
    public static WordAxis Threads() => new()
    {
        Name = "threads",
        Field = "service_threads",
        Key = "threads",
        Option = "threads",
        MetaValue = "NAMES",
        Summary = "Which thread of the service does a request's work with --via service. queue: each connection to the database "
            + "has a thread, and a request that waits for it holds none. dedicated: each request holds a thread, which waits for "
            + "a connection and for the database. pool: as dedicated, with threads of the runtime's pool. async: no thread "
            + "waits, which takes a driver with asynchronous calls.",
        DefaultMeaning = "queue",
        Wanted = $"a thread model; it is {string.Join(", ", ThreadModels[..^1])} or {ThreadModels[^1]}",
        Allows = name => ThreadModels.Contains(name),
        IsOptional = true,
        Nesting = 39,
        PhraseWhenAbsent = "threads queue",
        TextAsAbsent = ThreadModels[0],
        Opens = (options, _) => options,
        Says = name => $"threads {name}",
    };

    /// <summary>Which version of HTTP reaches the service. Absent without <c>--http</c>: 1.1.</summary>
    public static WordAxis Http() => new()
    {
        Name = "http",
        Field = "service_http",
        Key = "http",
        Option = "http",
        MetaValue = "VERSIONS",
        Summary = "The version of HTTP by which requests reach the service of --via: 1.1 or 2. In both each connection has one "
            + "request under way.",
        DefaultMeaning = ServiceHttp.Version11,
        Wanted = $"a version of HTTP; it is {ServiceHttp.Version11} or {ServiceHttp.Version2}",
        Allows = version => version is ServiceHttp.Version11 or ServiceHttp.Version2,
        IsOptional = true,
        Nesting = 43,
        PhraseWhenAbsent = $"HTTP/{ServiceHttp.Version11}",
        TextAsAbsent = ServiceHttp.Version11,
        Opens = (options, _) => options,
        Says = version => $"HTTP/{version}",
    };

    /// <summary>
    /// Connections of the service to the database, 1 to 1024. Absent without <c>--service-connections</c>: then the service has
    /// as many as batches may be in flight.
    /// </summary>
    public static NumberAxis<int> Connections() => new()
    {
        Name = "service connections",
        Field = "service_connections",
        Summary = "Connections of the service to the database with --via service, for which requests wait.",
        DefaultMeaning = "sources x --in-flight",
        Largest = 1024,
        IsOptional = true,
        Nesting = 41,
        PlotTitle = "connections of the service",
        NumberWhenAbsent = double.NaN,
        PhraseWhenAbsent = "a connection per lane",
        Opens = (options, _) => options,
        Says = connections => FormattableString.Invariant($"{connections} service connections"),
    };
}
