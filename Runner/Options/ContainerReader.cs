using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads <c>--container</c>: which databases run in containers, and of which images. <see cref="DatabaseAccessReader"/> calls it.
/// It reports problems to the reader, starts no container and never throws. <c>ContainerPool</c> starts the containers later.
/// </summary>
internal sealed class ContainerReader(OptionReader reader, Func<string, string?> environment)
{
    private const string Option = "--container";
    private const string Accepted = "Y";

    /// <summary>Reads <c>--container</c>.</summary>
    /// <param name="texts">The values of the option, each <c>[DB=]IMAGE</c> or <see cref="ArgumentNormalizer.LeftOut"/>.</param>
    /// <param name="databases">The databases of the command.</param>
    /// <param name="endpoints">The endpoints that the user gave, by database.</param>
    /// <param name="deployed">The deployments of the command.</param>
    /// <returns>The images by database, without refused values. Empty without the option.</returns>
    public IReadOnlyDictionary<string, string> Read(
        IEnumerable<string> texts, IReadOnlyList<string> databases, IReadOnlyDictionary<string, string> endpoints,
            IReadOnlyList<DeployedDatabase> deployed)
    {
        var images = new Dictionary<string, string>(StringComparer.Ordinal);
        var own = new HashSet<string>(StringComparer.Ordinal);
        foreach (string text in texts)
        {
            int equals = text.IndexOf('=', StringComparison.Ordinal);
            string named = equals < 0 ? string.Empty : text[..equals].Trim().ToLowerInvariant();
            string image = equals < 0 ? text.Trim() : text[(equals + 1)..].Trim();
            if (image.Length == 0 || image.Any(char.IsWhiteSpace))
            {
                reader.Refuse(Option, $"'{text}' names no image; write [DB=]IMAGE, or {Option} alone for the vendor's");
            }
            else if (named.Length > 0 && !databases.Contains(named, StringComparer.Ordinal))
            {
                reader.Refuse(Option,
                    $"'{named}' is no database of this command; write "
                    + $"{string.Join(" or ", databases.Select(database => $"{database}=IMAGE"))}");
            }
            else if (named.Length == 0 && image == ArgumentNormalizer.LeftOut)
            {
                AddVendors(images, databases);
            }
            else if (named.Length == 0 && databases.Count > 1)
            {
                reader.Refuse(Option,
                    $"'{text}' does not say which database it is an image of; write "
                    + $"{string.Join(" or ", databases.Select(database => $"{database}={image}"))}");
            }
            else
            {
                string database = named.Length > 0 ? named : databases[0];
                reader.RefuseIf(!own.Add(database), Option, $"{database} is given twice; give one image for each database");
                Add(images, database, image);
            }
        }

        foreach (string database in images.Keys)
        {
            Check(database, endpoints.GetValueOrDefault(database), deployed);
        }

        return images;
    }

    /// <summary>
    /// Creates a random password for a server that ends with the run. <see cref="DatabaseAccessReader"/> calls it for an image
    /// that needs a password when the user gave none. The password mixes upper case, lower case, digits and a hyphen, because
    /// some servers demand them, and contains no character that a shell or an endpoint would need quoted.
    /// </summary>
    public static Secret FreshPassword() => new("Aa1-" + Convert.ToHexString(RandomNumberGenerator.GetBytes(16)));

    private void AddVendors(Dictionary<string, string> images, IReadOnlyList<string> databases)
    {
        string[] known = [.. databases.Where(database => ContainerImages.Of(database) is not null)];
        reader.RefuseIf(known.Length == 0, Option,
            $"no image of {string.Join(" or ", databases)} is known; there is one of "
            + $"{string.Join(", ", ContainerImages.Databases)}");

        foreach (string database in known)
        {
            images.TryAdd(database, ContainerImages.Of(database)!);
        }
    }

    private void Add(Dictionary<string, string> images, string database, string image)
    {
        if (ContainerImages.Of(database) is not { } vendors)
        {
            reader.Refuse(Option,
                $"how {database} runs in a container is not known; it is of {string.Join(", ", ContainerImages.Databases)}");
            return;
        }

        images[database] = image == ArgumentNormalizer.LeftOut ? vendors : image;
    }

    private void Check(string database, string? endpoint, IReadOnlyList<DeployedDatabase> deployed)
    {
        if (endpoint?.StartsWith('?') == false)
        {
            reader.Refuse(Option,
                $"--endpoint says where {database} is; give options alone, as '?rows=500', or leave one of the two out");
        }
        else if (endpoint?[1..].Split('&').Any(option => option.StartsWith("home=", StringComparison.OrdinalIgnoreCase)) == true)
        {
            reader.Refuse(Option,
                $"--endpoint names the home of a private server of {database}, and a container has its own; leave one of the "
                + $"two out");
        }

        reader.RefuseIf(deployed.Any(d => d.Database == database), Option,
            $"--cluster says where {database} is; leave one of the two out");

        if (ContainerImages.LicenceVariable(database) is { } variable && environment(variable) != Accepted)
        {
            reader.Refuse(Option,
                $"the image of {database} starts for those who accept the vendor's licence; read it, and set the environment "
                + $"variable {variable}={Accepted}");
        }
    }
}
