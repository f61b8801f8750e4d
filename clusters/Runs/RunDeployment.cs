using System.Globalization;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// Describes the single container of a run as a <see cref="Deployment"/>, the form that container recipes take. Where the
/// writers need more sessions than the server ships with, it raises the server's limit. <see cref="RunContainer"/> calls it
/// for each start. Tests of recipes call it too. The description never holds the password, only a placeholder.
/// </summary>
internal static class RunDeployment
{
    /// <summary>
    /// The placeholder for the password variable in recipes. No environment has it: the value goes to podman or docker directly.
    /// </summary>
    public const string PasswordVariable = "DBINGEST_CONTAINER_PASSWORD";

    /// <summary>Sessions that the program itself needs beside those of writers.</summary>
    private const int FurtherSessions = 20;

    /// <summary>Describes the container.</summary>
    /// <param name="recipe">The container recipe of the database.</param>
    /// <param name="image">The image's name with its tag.</param>
    /// <param name="port">The published port at 127.0.0.1.</param>
    /// <param name="connections">Largest number of connections that clients will hold; null when unknown.</param>
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

    /// <summary>True when a recipe's variable holds the password.</summary>
    /// <param name="value">The value in the recipe.</param>
    public static bool IsPassword(string value) => value == $"{{{PasswordVariable}}}";
}
