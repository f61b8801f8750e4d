using System.Globalization;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Runs;

/// <summary>What a recipe for containers is told of the one server that a run, or a test, starts for itself.</summary>
internal static class RunDeployment
{
    /// <summary>The variable that stands for the server's password: nobody has it in an environment.</summary>
    public const string PasswordVariable = "DBINGEST_CONTAINER_PASSWORD";

    /// <summary>Sessions of the product's own beside those of writers.</summary>
    private const int FurtherSessions = 20;

    /// <summary>Describes it.</summary>
    /// <param name="recipe">How the database runs in containers.</param>
    /// <param name="image">The image.</param>
    /// <param name="port">The port of loopback that clients use.</param>
    /// <param name="connections">Connections that clients may hold at once; null where that is not known.</param>
    public static Deployment Of(ContainerRecipe recipe, string image, int port, int? connections)
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal);
        if (recipe.Sessions is { } sessions && connections is { } wanted && wanted + FurtherSessions > sessions.Shipped)
        {
            settings[sessions.Name] = (wanted + FurtherSessions).ToString(CultureInfo.InvariantCulture);
        }

        return new Deployment
        {
            Name = recipe.Name,
            Database = recipe.Database,
            Provider = Deployment.OfRun,
            Nodes = [new DeployedNode("server", null, "127.0.0.1", recipe.DataFolder)],
            Port = port,
            Image = image,
            User = recipe.Administrator,
            PasswordVariable = recipe.Administrator is null ? null : PasswordVariable,
            Settings = settings,
        };
    }

    /// <summary>Whether a variable of a recipe has the password.</summary>
    /// <param name="value">Its value, as the recipe has it.</param>
    public static bool IsPassword(string value) => value == $"{{{PasswordVariable}}}";
}
