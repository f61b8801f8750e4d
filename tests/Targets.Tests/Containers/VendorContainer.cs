using System.Diagnostics;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Containers;

namespace DbIngest.Targets.Tests.Containers;

/// <summary>
/// The server of a vendor's own image, for the tests of one class: started when the first of them asks for it, by the words of
/// the one table of images. The environment variable <c>DBINGEST_IMAGE_NAME</c> names another image for the row <c>name</c>.
/// </summary>
public abstract class VendorContainer : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly Secret _password = new("Aa1-" + Convert.ToHexString(RandomNumberGenerator.GetBytes(12)));
    private readonly Lazy<string> _endpoint;
    private readonly string _name;
    private IContainer? _container;

    /// <summary>Makes it ready to be started.</summary>
    /// <param name="name">The row.</param>
    private protected VendorContainer(string name)
    {
        _name = name;

        // What does not start for the first test does not start for the others either: they are told the same at once.
        _endpoint = new(Start);
    }

    /// <summary>Where it is.</summary>
    public string Endpoint => _endpoint.Value;

    /// <summary>The password that it asks for; null where it asks for none.</summary>
    public Secret? Password => Recipe.Administrator is null ? null : _password;

    /// <summary>The database whose target asks whether it serves.</summary>
    private TargetDefinition Definition => TargetCatalog.Find(Recipe.Database);

    private ContainerRecipe Recipe => DeploymentCatalog.Container(_name)
        ?? DeploymentCatalog.RelatedContainers.Single(recipe => recipe.Name == _name);

    private string Image => Environment.GetEnvironmentVariable(
        $"DBINGEST_IMAGE_{_name.ToUpperInvariant()}") is { Length: > 0 } own ? own : Recipe.PinnedImage;

    /// <summary>Why no container is started here: nobody asks for it, or no engine answers; null where they are.</summary>
    public static string? FindMissing()
    {
        if (Environment.GetEnvironmentVariable("DBINGEST_CONTAINERS") != "true")
        {
            return "The vendors' images are not asked for.";
        }

        try
        {
            new ContainerBuilder("none:1").Build();
            return null;
        }
        catch (DockerUnavailableException exception)
        {
            return exception.Message;
        }
    }

    public void Dispose()
    {
        _container?.DisposeAsync().AsTask().GetAwaiter().GetResult();
        GC.SuppressFinalize(this);
    }

    private string Start()
    {
        var recipe = Recipe;
        var server = RunDeployment.Of(recipe, Image, recipe.NamedPorts.Contains(recipe.Port) ? recipe.Port
            : TestPort.Free(), connections: 500);
        var node = server.Nodes[0];
        var builder = new ContainerBuilder(Image)
            .WithPortBinding(server.Port, recipe.PortIn(server))
            .WithEnvironment(recipe.Environment(server, node).ToDictionary(
                variable => variable.Name, variable => RunDeployment.IsPassword(variable.Value) ? _password.Reveal()
                    : variable.Value, StringComparer.Ordinal))
            .WithWaitStrategy(Wait.ForUnixContainer()
                .UntilCommandIsCompleted(["sh", "-c", recipe.Health(server, node)], wait => wait.WithTimeout(Patience)));
        builder = recipe.NamedPorts.Where(port => port != server.Port)
            .Aggregate(builder, (built, port) => built.WithPortBinding(port, port));
        string[] command = [.. recipe.Command(server, node)];
        _container = (command.Length > 0 ? builder.WithCommand(command) : builder).Build();
        _container.StartAsync().GetAwaiter().GetResult();
        if (recipe.Form(server) is { } form)
        {
            Until(() => _container.ExecAsync(["sh", "-c", form]).GetAwaiter().GetResult() is { ExitCode: not 0 } failed
                ? failed.Stderr : null);
        }

        // It may answer a shell within before it answers a client outside.
        Until(() => Definition.Probe(
            new TargetOptions
            {
                Endpoint = recipe.PublishedEndpoint(server),
                Password = Password,
                WorkFolder = Path.GetTempPath()
            }) is { IsAvailable: false } not ? not.Detail : null);
        return recipe.PublishedEndpoint(server);
    }

    private static void Until(Func<string?> missing)
    {
        for (long started = Stopwatch.GetTimestamp(); missing() is { } what;)
        {
            if (Stopwatch.GetElapsedTime(started) > Patience)
            {
                throw new InvalidOperationException($"The container does not serve: {what}");
            }

            Thread.Sleep(TimeSpan.FromMilliseconds(200));
        }
    }
}
