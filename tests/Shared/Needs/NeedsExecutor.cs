using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace DbIngest.Tests.Needs;

/// <summary>
/// Takes the tests whose needs are missing out of a run and reports each as skipped, or as failed where the need is required.
/// Where the environment variable <c>DBINGEST_RAN</c> names a folder, a test that ran there before is left out: <c>.ci/run</c>
/// runs each once.
/// </summary>
internal sealed class NeedsExecutor : XunitTestFrameworkExecutor
{
    private const string Variable = "DBINGEST_REQUIRE";

    private static readonly HashSet<string> Required = new(
        (Environment.GetEnvironmentVariable(Variable) ?? string.Empty)
            .Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries),
        StringComparer.OrdinalIgnoreCase);

    private readonly NeedCatalog _catalog;
    private readonly RanBefore _ran;

    public NeedsExecutor(AssemblyName assemblyName, ISourceInformationProvider sources, IMessageSink diagnostics)
        : base(assemblyName, sources, diagnostics)
    {
        var type = Array.Find(Assembly.Load(assemblyName).GetTypes(), type => type.IsSubclassOf(typeof(NeedCatalog))
            && !type.IsAbstract);
        _catalog = type is null ? new CommonNeeds() : (NeedCatalog)Activator.CreateInstance(type)!;
        _ran = RanBefore.Of(assemblyName.Name!);
    }

    /// <inheritdoc/>
    protected override void RunTestCases(IEnumerable<IXunitTestCase> testCases, IMessageSink executionMessageSink,
        ITestFrameworkExecutionOptions executionOptions)
    {
        List<IXunitTestCase> able = [];
        List<UnmetCase> unmet = [];
        foreach (var test in testCases)
        {
            if (NeedsOf(test).Select(_catalog.Find).FirstOrDefault(need => need.Missing is not null) is { } need)
            {
                unmet.Add(new UnmetCase(test, need, Required.Contains(need.Name)
                    ? $"{Variable} lists {need.Name}, which is missing: " : null));
            }
            else if (!_ran.Has(test))
            {
                able.Add(test);
            }
        }

        _ran.Keep(able);
        SkippedFile.Write([.. unmet.Where(test => test.Failure is null).Select(test => test.Need)]);
        base.RunTestCases(able, new UnmetCaseSink(executionMessageSink, unmet), executionOptions);
    }

    private static IEnumerable<string> NeedsOf(IXunitTestCase test)
    {
        var method = test.TestMethod.Method.ToRuntimeMethod();
        var parameters = method.GetParameters();
        object? Argument(string name)
        {
            int at = Array.FindIndex(parameters, parameter => parameter.Name == name);
            return at < 0
                ? throw new InvalidOperationException($"{test.DisplayName}: there is no parameter '{name}'.")
                : at < test.TestMethodArguments?.Length ? test.TestMethodArguments[at] : parameters[at].DefaultValue;
        }

        var stated = test.TestMethod.TestClass.Class.ToRuntimeType().GetCustomAttributes<NeedsAttribute>(inherit: true)
            .Concat(method.GetCustomAttributes<NeedsAttribute>(inherit: true))
            .Where(needs => needs.Where is null || Equals(Argument(needs.Where), needs.Is))
            .Select(needs => needs.Name);
        return stated.Concat(method.GetCustomAttributes<NeedsArgumentAttribute>(inherit: true)
            .Select(needs => (string)Argument(needs.Parameter)!)).ToList();
    }

    private sealed class CommonNeeds : NeedCatalog
    {
        protected override IEnumerable<Need> All => [];
    }
}
